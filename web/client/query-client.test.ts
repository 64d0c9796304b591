// Changes while a query is being read.
import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { makeQueryClient } from './query-client.ts';

const KEY = ['receipts'];

/** A server whose requests are answered by hand, with what it had when it read them. */
const slowServer = () => {
  let value = 'before';
  const unanswered: (() => void)[] = [];
  return {
    change: (next: string) => void (value = next),
    asked: () => unanswered.length,
    answer: (index: number) => unanswered[index]?.(),
    ask: (): Promise<string> => {
      const read = value;
      return new Promise((resolve) => unanswered.push(() => resolve(read)));
    },
  };
};

test('a query that is invalidated before its first answer is read again, once for several changes', async () => {
  const server = slowServer();
  const client = makeQueryClient();
  const observer = new QueryObserver(client, { queryKey: KEY, queryFn: server.ask });
  const stop = observer.subscribe(() => undefined);
  expect(server.asked()).toBe(1);
  server.change('after');
  void client.invalidateQueries({ queryKey: KEY });
  void client.invalidateQueries();
  server.answer(0);
  await expect.poll(() => client.getQueryData(KEY)).toBe('before');
  await expect.poll(() => server.asked()).toBe(2);
  server.answer(1);
  await expect.poll(() => client.getQueryData(KEY)).toBe('after');
  expect(server.asked()).toBe(2);
  stop();
});

test('a page that loads its queries gets their answer in spite of the change, and reads again', async () => {
  const server = slowServer();
  const client = makeQueryClient();
  const loaded = client.fetchQuery({ queryKey: KEY, queryFn: server.ask });
  server.change('after');
  void client.invalidateQueries({ queryKey: KEY });
  server.answer(0);
  await expect(loaded).resolves.toBe('before');
  await expect.poll(() => client.getQueryState(KEY)?.isInvalidated).toBe(true);
  const stop = new QueryObserver(client, { queryKey: KEY, queryFn: server.ask }).subscribe(
    () => undefined,
  );
  expect(server.asked()).toBe(2);
  stop();
});

test('a first answer that fails is a failure for its loader only', async () => {
  const client = makeQueryClient();
  let fails = (_error: Error): void => undefined;
  const loaded = client.fetchQuery({
    queryKey: KEY,
    retry: false,
    queryFn: () => new Promise<string>((_, reject) => (fails = reject)),
  });
  void client.invalidateQueries({ queryKey: KEY });
  fails(new Error('no answer'));
  await expect(loaded).rejects.toThrow('no answer');
  expect(client.getQueryState(KEY)).toMatchObject({ status: 'error' });
});

test('a mutation that waits for the invalidation has the data of after it', async () => {
  const server = slowServer();
  const client = makeQueryClient();
  const stop = new QueryObserver(client, { queryKey: KEY, queryFn: server.ask }).subscribe(
    () => undefined,
  );
  server.change('after');
  const invalidated = client.invalidateQueries({ queryKey: KEY });
  server.answer(0);
  await expect.poll(() => server.asked()).toBe(2);
  server.answer(1);
  await invalidated;
  expect(client.getQueryData(KEY)).toBe('after');
  stop();
});
