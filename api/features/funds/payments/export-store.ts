// Charges into the wallet, and rules about cash-outs, in an archive of personal data.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../../platform/archive/archive.ts';
import type { Ctx } from '../../../context.ts';

export const exportChargesOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('wallet/charges.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, provider, method, status, amount_centavos AS "amountCentavos",
      paid_centavos AS "paidCentavos", created_at AS "createdAt", paid_at AS "paidAt",
        (SELECT jsonb_build_object('openedAt', r.opened_at, 'decision', r.decision, 'decidedAt',
          r.decided_at) FROM charge_reviews r WHERE r.charge_id = charges.id) AS review,
        (SELECT coalesce(jsonb_agg(jsonb_build_object('amountCentavos', d.amount_centavos, 'openedAt',
          d.opened_at, 'decision', d.decision, 'decidedAt', d.decided_at) ORDER BY d.transfer_id),
          '[]') FROM disputes d WHERE d.charge_id = charges.id) AS disputes
      FROM charges WHERE profile_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
  tableFile('wallet/payout-rules.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT producer_id AS id, hold_centavos AS "holdCentavos", hold_reason AS "holdReason",
      hold_until AS "holdUntil", reserve_percent AS "reservePercent", review,
      card_review_centavos AS "cardReviewCentavos",
      changed_at AS "changedAt"
      FROM payout_rules WHERE producer_id = ${profileId}::uuid AND producer_id > ${after}::uuid
        LIMIT ${limit}`.execute(db),
  ),
];
