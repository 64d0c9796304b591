// Receipts of movements, for the people who are part of them.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { type Centavos, centavos } from '@camarim/contract/money';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { handlers } from '../../../../platform/http/mount.ts';
import type { Ctx } from '../../../../context.ts';
import { summarise } from '../../../profiles/index.ts';
import { isSale, isUndone } from './rules.ts';
import { findTransaction, type TransactionRow } from './store.ts';

/** Whether money went from this person to another by that movement. */
export const hasPaid = async (
  { db }: Pick<Ctx, 'db'>,
  profileId: ProfileId,
  id: TransferId,
): Promise<boolean> => {
  const entries = (await findTransaction(db, id))?.entries ?? [];
  return (
    entries.some(({ owner, amount }) => owner === profileId && amount < 0) &&
    entries.some(({ owner, amount }) => owner !== null && owner !== profileId && amount > 0)
  );
};

export type Payment = Pick<TransactionRow, 'id' | 'kind'> & {
  amount: Centavos;
  /** Null: the platform. */
  to: ProfileId | null;
  paidAt: Date;
  /** Given back since, by whatever reversal. */
  returned: boolean;
};

/** What was paid by that movement, and to whom; null when there is none. */
export const findPayment = async (
  { db }: Pick<Ctx, 'db'>,
  id: TransferId,
): Promise<Payment | null> => {
  const row = await findTransaction(db, id);
  return (
    row && {
      id,
      kind: row.kind,
      amount: centavos(row.entries.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)),
      to: row.entries.find(({ owner, amount }) => owner !== null && amount > 0)?.owner ?? null,
      paidAt: row.createdAt,
      returned: isUndone(row),
    }
  );
};

export const receiptHandlers = (ctx: Ctx) =>
  handlers({
    'GET /funds/receipts/{id}': async ({ viewer: { profileId }, params }) => {
      const row = await findTransaction(ctx.db, params.id);
      const mine = row?.entries.filter(({ owner }) => owner === profileId) ?? [];
      if (!row || mine.length === 0) throw new AppError('receipt.notFound');
      const other =
        row.entries.find(({ owner }) => owner !== null && owner !== profileId)?.owner ?? null;
      const people = await summarise(ctx, other ? [profileId, other] : [profileId]);
      const fee = row.entries.reduce(
        (sum, { account, amount }) => (account === 'revenue' ? sum + amount : sum),
        0,
      );
      const within = mine.reduce((sum, { amount }) => sum + amount, 0);
      // A movement between a person's own accounts (a release) sums to zero: the moved amount is
      // shown.
      const amount = within === 0 ? Math.max(...mine.map((entry) => entry.amount)) : within;
      const sold = isSale(row) && within > 0;
      return {
        data: {
          id: row.id,
          kind: row.kind,
          amount: centavos(amount),
          gross: sold ? centavos(amount + fee) : null,
          fee: sold ? centavos(fee) : null,
          person: people.get(profileId) ?? null,
          counterpart: (other && people.get(other)) || null,
          referenceType: row.referenceType,
          referenceId: row.referenceId,
          message: row.message,
          reversedBy: row.reversedBy,
          createdAt: row.createdAt.toISOString(),
        },
      };
    },
  });
