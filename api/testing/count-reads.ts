// How many queries a read takes.
import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import { PreparingClient } from '../platform/database/database.ts';

/**
 * The number of SELECT statements that `read` causes. Those of timers are not counted, such as the
 * reading of the limits against fraud every few seconds; nor are other statements.
 */
export const countReads = async (read: () => Promise<unknown>): Promise<number> => {
  const reading = new AsyncLocalStorage<true>();
  // Called for every statement of every connection.
  const original = PreparingClient.prototype.query as (...args: unknown[]) => never;
  let reads = 0;
  const query = vi.spyOn(PreparingClient.prototype, 'query').mockImplementation(function (
    this: PreparingClient,
    ...args: unknown[]
  ) {
    const [statement] = args;
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text;
    if (reading.getStore() && /^\s*(?:SELECT|WITH)\b/i.test(text)) reads += 1;
    return original.apply(this, args);
  });
  try {
    await reading.run(true, read);
    return reads;
  } finally {
    query.mockRestore();
  }
};
