// Locked and settled minutes and tickets in the database.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveEntryId } from '@camarim/contract/features/lives/entry';
import type { TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export type PaymentRow = {
  id: string;
  entry_id: LiveEntryId;
  /** 0: the ticket; from 1: the minute. */
  number: number;
  state: 'locked' | 'settled' | 'released' | 'reversed';
  lock_id: TransferId;
  settlement_id: TransferId | null;
};

export const insertPayment = async (
  tx: Database,
  payment: Pick<PaymentRow, 'id' | 'entry_id' | 'number' | 'lock_id'>,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('live_payments')
    .values({ ...payment, state: 'locked', locked_at: now })
    .execute();
};

/**
 * From a number on, by number: those that are locked, settled, or were settled and refunded. The
 * latter are not asked for a second time.
 */
export const decisivePayments = async (
  tx: Database,
  entryId: LiveEntryId,
  from = 0,
): Promise<PaymentRow[]> =>
  (await tx
    .selectFrom('live_payments')
    .select(['id', 'entry_id', 'number', 'state', 'lock_id', 'settlement_id'])
    .where('entry_id', '=', entryId)
    .where('number', '>=', from)
    .where(({ eb, or }) =>
      or([
        eb('state', 'in', ['locked', 'settled']),
        eb.and([eb('state', '=', 'reversed'), eb('settlement_id', 'is not', null)]),
      ]),
    )
    .orderBy('number')
    .execute()) as PaymentRow[];

export const decidePayment = async (
  tx: Database,
  id: string,
  decision: { state: 'settled'; settlement_id: TransferId } | { state: 'released' },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('live_payments')
    .set({ ...decision, decided_at: now })
    .where('id', '=', id)
    .execute();
};

/** What the show brought in, before fees. */
export const addEarnings = async (tx: Database, id: LiveId, amount: Centavos): Promise<void> => {
  await sql`UPDATE lives SET total_earnings_centavos = total_earnings_centavos + ${amount}
    WHERE id = ${id}::uuid`.execute(tx);
};

/**
 * What these transfers paid for is not paid any more; what was settled leaves the earnings of its
 * show. May run twice.
 */
export const reversePayments = async (
  tx: Database,
  transferIds: readonly TransferId[],
  now: Date,
): Promise<void> => {
  await sql`
    WITH reversed AS (
      UPDATE live_payments p SET state = 'reversed', decided_at = coalesce(p.decided_at, ${now})
        FROM (
        SELECT id, state FROM live_payments WHERE (lock_id = ANY(${transferIds}::uuid[])
          OR settlement_id = ANY(${transferIds}::uuid[]))
          AND state IN ('locked', 'settled') ORDER BY id FOR NO KEY UPDATE) old
      WHERE p.id = old.id RETURNING p.entry_id, old.state
    ), lost AS (
      SELECT e.live_id, sum(e.price_centavos) AS amount FROM reversed r
        JOIN live_entries e ON e.id = r.entry_id
      WHERE r.state = 'settled' GROUP BY e.live_id
    )
    UPDATE lives l
      SET total_earnings_centavos = greatest(l.total_earnings_centavos - lost.amount, 0) FROM lost
      WHERE l.id = lost.live_id`.execute(tx);
};
