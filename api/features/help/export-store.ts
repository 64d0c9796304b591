// The help tickets in a personal data archive.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportTicketsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('help/tickets.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, message, created_at AS "createdAt", answer, answered_at AS "answeredAt",
      refund_of AS "refundOf"
      FROM help_tickets WHERE profile_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
];
