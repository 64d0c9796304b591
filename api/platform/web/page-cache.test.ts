// The page cache: which requests share a rendering, and which never do.
import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';
import { encodingOf } from './send-response.ts';

const SHARED_MS = 40;
const page = (text: string, init: ResponseInit = {}, lacking = false) => ({
  response: new Response(text, { headers: { 'content-type': 'text/html' }, ...init }),
  lacksSomething: () => lacking,
});

/** A renderer that counts; each rendering is a new one. */
const counting = (init?: ResponseInit, lacking = false) => {
  let count = 0;
  const render = async () => {
    count += 1;
    return page(`rendering ${count}`, init, lacking);
  };
  return { render, count: () => count };
};

test('a hundred concurrent visitors cost one rendering, and the next seconds none', async () => {
  const cache = createPageCache(60_000);
  const { render, count } = counting();
  await Promise.all(Array.from({ length: 100 }, () => cache.get('/', render)));
  await cache.get('/', render);
  expect(count()).toBe(1);
});

test('a page is rendered again after its TTL, and for another key', async () => {
  const cache = createPageCache(SHARED_MS);
  const { render, count } = counting();
  await cache.get('/', render);
  await cache.get('/ in English', render);
  expect(count()).toBe(2);
  await expect.poll(async () => (await cache.get('/', render)) && count()).toBeGreaterThan(2);
});

test.each([
  ['sets a cookie', { headers: { 'set-cookie': 'token=secret' } }],
  ['redirects', { status: 302, headers: { location: '/' } }],
  ['failed', { status: 500 }],
])('a page that %s is not shared, not even with concurrent requests', async (_, init) => {
  const cache = createPageCache(SHARED_MS);
  const { render, count } = counting(init);
  await Promise.all([cache.get('/', render), cache.get('/', render), cache.get('/', render)]);
  expect(count()).toBe(3);
});

test('a rendering that throws is retried by the next request', async () => {
  const cache = createPageCache(SHARED_MS);
  await expect(cache.get('/', async () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  const { render, count } = counting();
  await cache.get('/', render);
  expect(count()).toBe(1);
});

test('the page cache evicts the oldest pages and bounds its memory', async () => {
  const cache = createPageCache(60_000);
  const { render, count } = counting();
  await cache.get('/first', render);
  for (let index = 0; index < 400; index += 1) await cache.get(`/?x=${index}`, render);
  const before = count();
  await cache.get('/first', render);
  expect(count()).toBe(before + 1);
});

test.each([
  [undefined, null],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', null],
])('a browser that accepts %s gets %s', (accepted, encoding) =>
  expect(encodingOf(accepted)).toBe(encoding),
);

test('an incomplete page, after a failed call, is not shared', async () => {
  const cache = createPageCache(SHARED_MS);
  const { render, count } = counting({}, true);
  await Promise.all([cache.get('/', render), cache.get('/', render)]);
  await cache.get('/', render);
  expect(count()).toBe(3);
});
