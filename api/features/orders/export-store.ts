// The custom orders in an archive of personal data: those the person asked for, and those they were
// asked for.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportOrdersOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('orders/orders.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, CASE WHEN fan_id = ${profileId}::uuid THEN 'fan' ELSE 'producer' END AS role,
        CASE WHEN fan_id = ${profileId}::uuid THEN producer_id ELSE fan_id END AS "withProfileId",
          status, text, note, dispute, reason,
        max_price_centavos AS "maxPriceCentavos", price_centavos AS "priceCentavos",
          delivery_days AS "deliveryDays", transfer_id AS "transferId",
        due_at AS "dueAt", review_until AS "reviewUntil", created_at AS "createdAt",
          updated_at AS "updatedAt"
      FROM orders WHERE ${profileId}::uuid IN (fan_id, producer_id) AND id > ${after}::uuid
        ORDER BY id LIMIT ${limit}`.execute(db),
  ),
];
