// SQL of the payout rules of producers, and of what decisions about them are based on.
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';
import { NO_RULES, type PayoutReview, type PayoutRules } from './rules.ts';

/** The rules of a producer; the usual ones when none are stored. */
export const loadRules = async (
  db: Database,
  producerId: ProfileId,
): Promise<{ rules: PayoutRules; changedAt: Date | null }> => {
  const row = await db
    .selectFrom('payout_rules')
    .selectAll()
    .where('producer_id', '=', producerId)
    .executeTakeFirst();
  if (!row) return { rules: NO_RULES, changedAt: null };
  const { hold_centavos: amount, hold_reason: reason, hold_until: until } = row;
  return {
    rules: {
      hold:
        amount !== null && until !== null
          ? { amount: Number(amount) as Centavos, reason: reason ?? '', until }
          : null,
      reservePercent: row.reserve_percent,
      review: row.review as PayoutReview,
      cardReviewFrom:
        row.card_review_centavos === null ? null : (Number(row.card_review_centavos) as Centavos),
    },
    changedAt: row.changed_at,
  };
};

export const saveRules = async (
  tx: Database,
  producerId: ProfileId,
  { hold, reservePercent, review, cardReviewFrom }: PayoutRules,
  now: Date,
): Promise<void> => {
  const facts = {
    hold_centavos: hold?.amount ?? null,
    hold_reason: hold?.reason ?? null,
    hold_until: hold?.until ?? null,
    reserve_percent: reservePercent,
    review,
    card_review_centavos: cardReviewFrom,
    changed_at: now,
  };
  await tx
    .insertInto('payout_rules')
    .values({ producer_id: producerId, ...facts })
    .onConflict((conflict) => conflict.column('producer_id').doUpdateSet(facts))
    .execute();
};

/** Null for a profile that is not an approved or suspended producer. */
export const loadRecord = async (
  db: Database,
  producerId: ProfileId,
): Promise<{ approvedAt: Date | null; paidOut: number } | null> => {
  const { rows } = await sql<{ approvedAt: Date | null; paidOut: number }>`
    SELECT (SELECT max(r.decided_at) FROM producer_requests r WHERE r.profile_id = p.id
      AND r.stage = 'approved') AS "approvedAt",
      (SELECT count(*)::integer FROM cash_outs c WHERE c.profile_id = p.id
        AND c.status = 'paid') AS "paidOut"
    FROM profiles p WHERE p.id = ${producerId}::uuid
      AND p.producer_stage IN ('approved', 'suspended')`.execute(db);
  return rows[0] ?? null;
};
