// SQL of what is known about the payer of a held card payment.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';

export type PayerFacts = {
  accountSince: Date;
  declines: { account: number; address: number; device: number; bin: number };
  count: number;
  amount: number;
  returned: number;
};

/**
 * Declined cards of the account, and of all accounts from the networks and devices and with the
 * BINs that the account used since then; payments by card besides this one.
 */
export const loadFacts = async (
  db: Database,
  { payerId, paymentId }: { payerId: ProfileId; paymentId: TransferId },
  since: Date,
): Promise<PayerFacts | null> => {
  const { rows } = await sql<PayerFacts>`
    WITH recent AS (SELECT * FROM card_attempts WHERE at > ${since}::timestamptz),
      own AS (SELECT * FROM recent WHERE profile_id = ${payerId}::uuid)
    SELECT u.created_at AS "accountSince",
      (SELECT jsonb_build_object(
        'account', count(*) FILTER (WHERE d.profile_id = p.id),
        'address', count(*) FILTER (WHERE d.network IN (SELECT network FROM own)),
        'device', count(*) FILTER (WHERE d.device IN (SELECT device FROM own)),
        'bin', count(*) FILTER (WHERE d.bin IN (SELECT bin FROM own)))
        FROM recent d WHERE d.declined) AS declines,
      c.count, c.amount, c.returned
    FROM profiles p JOIN users u ON u.id = p.user_id
      CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE c.status = 'paid')::int AS count,
        coalesce(sum(c.paid_centavos) FILTER (WHERE c.status = 'paid'), 0)::float8 AS amount,
        count(*) FILTER (WHERE c.status = 'charged_back')::int AS returned
        FROM charges c WHERE c.profile_id = p.id AND c.method = 'card'
          AND NOT EXISTS (SELECT FROM charge_reviews r WHERE r.charge_id = c.id
            AND r.transfer_id = ${paymentId}::uuid)) c
    WHERE p.id = ${payerId}::uuid`.execute(db);
  return rows[0] ?? null;
};
