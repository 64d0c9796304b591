// A decision fetches no loaded case again: each fetch of personal data is recorded as a view.
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { installTransport } from '../../../client/api/api.ts';
import { casesQuery, kindToOpen, leaveOut } from './queries.ts';

const PAGE = 10;
const request = (n: number) => ({
  id: `c${n}`,
  profile: { id: `p${n}`, domainName: `pessoa${n}`, exibitionName: `Pessoa ${n}` },
  requestedAt: '2026-11-20T12:00:00.000Z',
  documents: [],
});

let waiting: number[];
let fetched: string[];
beforeEach(() => {
  fetched = [];
  waiting = Array.from({ length: 12 }, (_, n) => n);
  installTransport(async ({ path }) => {
    fetched.push(path);
    const offset = Number(new URL(path, 'https://example.com').searchParams.get('offset'));
    const data = waiting.slice(offset, offset + PAGE).map(request);
    return { status: 200, body: { success: true, data } };
  });
});

const openQueue = async () => {
  const client = new QueryClient();
  const queue = new InfiniteQueryObserver(client, casesQuery('age', 'waiting'));
  const close = queue.subscribe(() => undefined);
  await expect.poll(() => queue.getCurrentResult().isSuccess).toBe(true);
  const shown = () => queue.getCurrentResult().data?.map(({ id }) => id) ?? [];
  const decide = async (n: number) => {
    waiting = waiting.filter((one) => one !== n);
    await leaveOut(client, 'age', `c${n}`);
  };
  return { queue, shown, decide, close };
};

test('a decided case leaves the list, and the others are not fetched a second time', async () => {
  const { shown, decide, close } = await openQueue();
  await decide(3);
  expect(shown()).toEqual(['c0', 'c1', 'c2', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9']);
  expect(fetched).toHaveLength(1);
  close();
});

test('the next page begins behind the cases that are left, so that none is skipped', async () => {
  const { queue, shown, decide, close } = await openQueue();
  await decide(3);
  await queue.fetchNextPage();
  expect(shown().slice(-2)).toEqual(['c10', 'c11']);
  expect(new Set(shown()).size).toBe(11);
  close();
});

test('a list whose cases are all decided is fetched again', async () => {
  const { shown, decide, close } = await openQueue();
  for (let n = 0; n < PAGE; n += 1) await decide(n);
  await expect.poll(() => shown()).toEqual(['c10', 'c11']);
  expect(fetched).toHaveLength(2);
  close();
});

test('administrators see the first kind of check with a waiting request', () => {
  const queues = (producers: number) => [
    { kind: 'age', waiting: 0 } as const,
    { kind: 'producer', waiting: producers } as const,
    { kind: 'performer', waiting: 1 } as const,
  ];
  expect(kindToOpen(queues(4))).toBe('producer');
  expect(kindToOpen(queues(0))).toBe('performer');
  expect(kindToOpen([{ kind: 'age', waiting: 0 }])).toBeUndefined();
});
