// How many queries a read takes.
import { vi } from 'vitest';
import { PreparingClient } from '../platform/database/database.ts';

/**
 * The number of SELECT statements that the database gets while `read` runs. Others are not counted:
 * the application marks live shows as billed every few seconds, whatever is asked of it.
 */
export const countReads = async (read: () => Promise<unknown>): Promise<number> => {
  const query = vi.spyOn(PreparingClient.prototype, 'query');
  try {
    await read();
    const texts = query.mock.calls.map(([statement]) =>
      typeof statement === 'string' ? statement : (statement as { text: string }).text,
    );
    return texts.filter((text) => /^\s*(?:SELECT|WITH)\b/i.test(text)).length;
  } finally {
    query.mockRestore();
  }
};
