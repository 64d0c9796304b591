// The local inbox opens only for the browser that followed the printed link on the same machine.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/app.ts';
import { INBOX_LINK_FILE } from './inbox-access.ts';

let app: TestApp;
let headers: Record<string, string>;
beforeEach(async () => {
  app ??= await testApp();
  headers = { host: 'localhost:3000' };
});

const link = async () =>
  new URL(await readFile(join(app.ctx.config.home, INBOX_LINK_FILE), 'utf8'));
const get = (url: string, more: object = {}) => app.server.inject({ url, headers, ...more });
const follow = async (more: object = {}) => get(`/inbox${(await link()).search}`, more);
const cookieOf = (reply: Awaited<ReturnType<typeof follow>>) =>
  Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]));

test('the printed link opens the inbox once, for one browser, and a new link is printed', async () => {
  const first = await link();
  const entered = await follow();
  expect([entered.statusCode, entered.headers['location']]).toEqual([303, '/inbox']);
  expect(entered.cookies).toEqual([
    expect.objectContaining({ name: 'inbox', path: '/inbox', httpOnly: true, sameSite: 'Strict' }),
  ]);
  const page = await get('/inbox', { cookies: cookieOf(entered) });
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(page.body).toContain('<h1>Inbox</h1>');
  expect((await link()).search).not.toBe(first.search);
  expect((await get(`/inbox${first.search}`)).statusCode).toBe(404);
});

test('the inbox is not found without the link, also from the same machine', async () => {
  expect((await get('/inbox')).statusCode).toBe(404);
  expect((await get('/inbox?token=')).statusCode).toBe(404);
  expect((await get('/inbox', { cookies: { inbox: 'guessed' } })).statusCode).toBe(404);
});

test.each([
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-real-ip', '127.0.0.1'],
  ['forwarded', 'for=127.0.0.1'],
  ['x-forwarded-proto', 'https'],
  ['via', '1.1 proxy'],
  ['host', 'example.com'],
])(
  'a request with %s: %s came through a proxy and is refused, with the link and with the cookie',
  async (name, value) => {
    const cookies = cookieOf(await follow());
    headers = { ...headers, [name]: value };
    expect((await follow()).statusCode).toBe(404);
    expect((await get('/inbox', { cookies })).statusCode).toBe(404);
  },
);

test('another machine is refused, whatever address it writes into headers', async () => {
  const from = { remoteAddress: '10.0.0.2' };
  const cookies = cookieOf(await follow());
  expect((await follow(from)).statusCode).toBe(404);
  expect((await get('/inbox', { ...from, cookies })).statusCode).toBe(404);
});
