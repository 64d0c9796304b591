// What may still be done with a movement. Pure.
import type { transactionAction } from '@camarim/contract/features/funds/transactions';
import type { z } from 'zod';
import type { TransactionRow } from './store.ts';

export type TransactionAction = z.infer<typeof transactionAction>;

const SALES = new Set(['tip', 'purchase', 'subscription']);

/** The producer's share as it was held; null when there is none. */
export const heldLeg = ({ legs }: TransactionRow) => legs.find(({ account, releaseAt }) => account === 'pending' && releaseAt !== null) ?? null;

export const isSale = ({ kind }: Pick<TransactionRow, 'kind'>): boolean => SALES.has(kind);

/** Its money is locked until somebody decides. */
export const isHeld = ({ kind, heldUntil }: Pick<TransactionRow, 'kind' | 'heldUntil'>): boolean => kind === 'topUp' && heldUntil !== null;

/** What an administrator may do now, by what the books say; the act itself looks again. */
export const actionsOf = (row: TransactionRow, now: Date): TransactionAction[] => {
  if (row.reversedBy) return [];
  if (row.kind === 'topUp') return isHeld(row) ? ['release', 'reverse', 'reverse-payment'] : ['reverse', 'reverse-payment'];
  if (!isSale(row)) return [];
  const releaseAt = heldLeg(row)?.releaseAt;
  return releaseAt && !row.releasedBy && new Date(releaseAt) > now ? ['release', 'reverse'] : ['reverse'];
};
