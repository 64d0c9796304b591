// Subscriptions and mandates of a person in their archive of personal data.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportSubscriptionsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('purchases/subscriptions.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, producer_id AS "producerId", price_centavos AS "priceCentavos",
      promotion_centavos AS "promotionCentavos", promotion_months_left AS "promotionMonthsLeft",
      months_paid AS "monthsPaid", paid_until AS "paidUntil", renew_at AS "renewAt",
      leave_reason AS "leaveReason", created_at AS "createdAt"
      FROM subscriptions WHERE fan_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
  tableFile('purchases/permissions.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, producer_id AS "producerId", status, ended_by AS "endedBy",
      amount_centavos AS "amountCentavos", created_at AS "createdAt"
      FROM mandates WHERE fan_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
];
