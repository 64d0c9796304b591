// Reviews of card payments in the database: opened once, decided once.
import type { ChargeId, ProfileId, TransferId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { decisionsOf } from '../../../../platform/days/day-counts.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { WaitingCase, WaitingCases } from '../../../../platform/database/waiting.ts';
import { notPostponed } from '../../../../platform/failing-items/store.ts';
import type { Suspicion } from './rules.ts';

export type Decision = 'released' | 'reversed' | 'refunded' | 'chargedBack';

export type Review = {
  chargeId: ChargeId;
  profileId: ProfileId;
  transferId: TransferId;
  reason: Suspicion;
};

const COLUMNS = sql`charge_id AS "chargeId", profile_id AS "profileId", transfer_id AS "transferId",
  reason`;

export const insertReview = async (
  tx: Database,
  { chargeId, profileId, transferId, reason }: Review,
  { openedAt, dueAt }: { openedAt: Date; dueAt: Date },
): Promise<void> => {
  await sql`
    INSERT INTO charge_reviews (charge_id, profile_id, transfer_id, reason, opened_at, due_at)
    VALUES (${chargeId}::uuid, ${profileId}::uuid, ${transferId}::uuid, ${reason}, ${openedAt},
      ${dueAt})`.execute(tx);
};

/** Null when the charge has no open review. */
export const findOpenReview = async (db: Database, chargeId: ChargeId): Promise<Review | null> => {
  const { rows } =
    await sql<Review>`SELECT ${COLUMNS} FROM charge_reviews WHERE charge_id = ${chargeId}::uuid
      AND decision IS NULL`.execute(db);
  return rows[0] ?? null;
};

/**
 * Decides a review; null when none is open. Of two concurrent decisions the second finds it
 * decided.
 */
export const closeReview = async (
  tx: Database,
  chargeId: ChargeId,
  { decision, at, by }: { decision: Decision; at: Date; by: ProfileId | null },
): Promise<Review | null> => {
  const { rows } = await sql<Review>`
    UPDATE charge_reviews SET decision = ${decision}, decided_at = ${at}, decided_by = ${by}::uuid
      WHERE charge_id = ${chargeId}::uuid AND decision IS NULL RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
};

/** The job whose failing items are postponed. */
export const DECIDE_REVIEWS_JOB = 'funds.decideReviews';

/** Open reviews past their deadline, the oldest first. */
export const listDueReviews = async (db: Database, now: Date, limit: number): Promise<Review[]> => {
  const { rows } = await sql<Review>`SELECT ${COLUMNS} FROM charge_reviews WHERE decision IS NULL
      AND due_at <= ${now}
      AND ${notPostponed(DECIDE_REVIEWS_JOB, sql.ref('charge_reviews.charge_id'), now)}
      ORDER BY due_at, charge_id LIMIT ${limit}`.execute(db);
  return rows;
};

/** Whether an earlier card charge of the profile was paid and not reversed. */
export const hasPaidByCard = async (
  db: Database,
  profileId: ProfileId,
  except: ChargeId,
): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM charges c WHERE c.profile_id = ${profileId}::uuid AND c.method = 'card'
      AND c.status = 'paid' AND c.id <> ${except}::uuid
      AND NOT EXISTS (SELECT FROM charge_reviews r WHERE r.charge_id = c.id AND r.decision IS NULL)
        LIMIT 1`.execute(db);
  return rows.length > 0;
};

/** Payments that wait for a decision of their fraud review. */
export const OPEN_REVIEWS: WaitingCases = sql<WaitingCase>`
  SELECT transfer_id::text AS id, opened_at AS since, profile_id AS about,
    NULL::uuid[] AS parties, due_at AS due
    FROM charge_reviews WHERE decision IS NULL`;

/** Reviews of payments that administrators decided. */
export const decidedReviews = decisionsOf(
  'paymentReview',
  sql`charge_reviews WHERE decided_by IS NOT NULL`,
  'opened_at',
  'decided_at',
);
