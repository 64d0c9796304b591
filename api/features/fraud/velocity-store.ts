// SQL of what one person paid one producer recently, and of the new accounts that pay a producer.
import type { ProfileId } from '@camarim/contract/ids';
import { SALE_KINDS } from '@camarim/contract/sales';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { lockName } from '../../platform/database/transaction.ts';
import { chargedByCardSince } from '../ledger/index.ts';
import type { PairSale } from './rules.ts';

/**
 * When the account was created; null while no card was charged for its wallet since `cardSince`.
 */
export const cardPayerSince = async (
  db: Database,
  payerId: ProfileId,
  cardSince: Date,
): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date }>`
    SELECT u.created_at AS at FROM profiles p JOIN users u ON u.id = p.user_id
    WHERE p.id = ${payerId}::uuid AND ${chargedByCardSince(sql`p.id`, cardSince)}`.execute(db);
  return rows[0]?.at ?? null;
};

/**
 * What left the wallet for the producer since an instant, newest first, without what was taken
 * back. What is locked for an order or a show names its producer there.
 */
export const pairSales = async (
  tx: Database,
  payerId: ProfileId,
  producerId: ProfileId,
  since: Date,
): Promise<PairSale[]> => {
  const { rows } = await sql<PairSale>`
    SELECT t.id, (-e.amount)::bigint AS amount, e.created_at AS at
    FROM ledger_accounts w JOIN ledger_entries e ON e.account_id = w.id AND e.amount < 0
      JOIN ledger_transfers t ON t.id = e.transfer_id AND t.kind = ANY (${SALE_KINDS}::text[])
    WHERE w.owner_profile_id = ${payerId}::uuid AND w.kind = 'wallet' AND e.created_at > ${since}
      AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = t.id)
      AND (EXISTS (SELECT FROM ledger_entries p JOIN ledger_accounts a ON a.id = p.account_id
        WHERE p.transfer_id = t.id AND a.owner_profile_id = ${producerId}::uuid)
        OR (t.reference_type = 'order' AND EXISTS (SELECT FROM orders o
          WHERE o.id = t.reference_id::uuid AND o.producer_id = ${producerId}::uuid))
        OR (t.reference_type = 'live' AND EXISTS (SELECT FROM lives l
          WHERE l.id = t.reference_id::uuid AND l.producer_id = ${producerId}::uuid)))
    ORDER BY e.created_at DESC, e.id DESC`.execute(tx);
  return rows.map(({ id, amount, at }) => ({ id, amount: Number(amount), at }));
};

export type PaidProducer = { producerId: ProfileId; sales: number; amount: number };

/** Producers whom the person paid since an instant, as `pairSales` counts, the most first. */
export const paidProducers = async (
  db: Database,
  payerId: ProfileId,
  { since, limit }: { since: Date; limit: number },
): Promise<PaidProducer[]> => {
  const { rows } = await sql<PaidProducer>`
    SELECT s.producer_id AS "producerId", count(*)::int AS sales, sum(s.amount)::float8 AS amount
    FROM (SELECT -e.amount AS amount, coalesce(o.producer_id, l.producer_id,
        (SELECT a.owner_profile_id FROM ledger_entries p JOIN ledger_accounts a
          ON a.id = p.account_id WHERE p.transfer_id = t.id AND p.amount > 0
            AND a.owner_profile_id <> ${payerId}::uuid LIMIT 1)) AS producer_id
      FROM ledger_accounts w JOIN ledger_entries e ON e.account_id = w.id AND e.amount < 0
        JOIN ledger_transfers t ON t.id = e.transfer_id AND t.kind = ANY (${SALE_KINDS}::text[])
        LEFT JOIN orders o ON t.reference_type = 'order' AND o.id::text = t.reference_id
        LEFT JOIN lives l ON t.reference_type = 'live' AND l.id::text = t.reference_id
      WHERE w.owner_profile_id = ${payerId}::uuid AND w.kind = 'wallet' AND e.created_at > ${since}
        AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = t.id)) s
    WHERE s.producer_id IS NOT NULL GROUP BY s.producer_id
    ORDER BY amount DESC, s.producer_id LIMIT ${limit}`.execute(db);
  return rows;
};

/** From which amount on card sales of the producer are reviewed; null: none is. */
export const cardReviewFrom = async (
  db: Database,
  producerId: ProfileId,
): Promise<number | null> => {
  const row = await db
    .selectFrom('payout_rules')
    .select('card_review_centavos')
    .where('producer_id', '=', producerId)
    .executeTakeFirst();
  const from = row?.card_review_centavos ?? null;
  return from === null ? null : Number(from);
};

/**
 * Records that a new account pays the producer; false when it did before. The first payments of one
 * producer's new payers wait for each other, so that none is left out of the count.
 */
export const insertNewPayer = async (
  tx: Database,
  producerId: ProfileId,
  payerId: ProfileId,
  now: Date,
): Promise<boolean> => {
  await lockName(tx, `fraud.newPayers/${producerId}`);
  const { rows } = await sql`
    INSERT INTO new_payers (producer_id, payer_id, first_at) VALUES (${producerId}::uuid,
      ${payerId}::uuid, ${now})
    ON CONFLICT DO NOTHING RETURNING payer_id`.execute(tx);
  return rows.length > 0;
};

export const hasNewPayer = async (
  tx: Database,
  producerId: ProfileId,
  payerId: ProfileId,
): Promise<boolean> =>
  (await tx
    .selectFrom('new_payers')
    .select('payer_id')
    .where('producer_id', '=', producerId)
    .where('payer_id', '=', payerId)
    .executeTakeFirst()) !== undefined;

export type NewPayer = { payerId: ProfileId; at: Date };

export const newPayersSince = async (
  tx: Database,
  producerId: ProfileId,
  since: Date,
): Promise<NewPayer[]> => {
  const { rows } = await sql<NewPayer>`
    SELECT payer_id AS "payerId", first_at AS at FROM new_payers
      WHERE producer_id = ${producerId}::uuid AND first_at > ${since} ORDER BY first_at DESC,
      payer_id`.execute(tx);
  return rows;
};

export const deleteNewPayersOf = async (db: Database, payerId: ProfileId): Promise<void> => {
  await sql`DELETE FROM new_payers WHERE payer_id = ${payerId}::uuid`.execute(db);
};

export const deleteNewPayersBefore = async (db: Database, before: Date): Promise<void> => {
  await sql`DELETE FROM new_payers WHERE first_at < ${before}`.execute(db);
};
