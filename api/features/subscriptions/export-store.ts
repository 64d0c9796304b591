// What an archive of personal data holds of subscriptions: those that the person pays.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Platform } from '../../platform/platform.ts';

export const exportSubscriptionsOf = ({ db }: Pick<Platform, 'db'>, profileId: ProfileId): ArchiveFile[] => [
  tableFile('purchases/subscriptions.json', (after, limit) =>
    sql<{ id: string }>`SELECT id, producer_id AS "producerId", price_centavos AS "priceCentavos", months_paid AS "monthsPaid", paid_until AS "paidUntil", renew_at AS "renewAt", created_at AS "createdAt"
      FROM subscriptions WHERE fan_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(db),
  ),
];
