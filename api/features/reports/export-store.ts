// Reports by the person, in a personal data archive; reports about them are not in it.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportReportsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('reports/reports.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, target_kind AS "targetKind", target_id AS "targetId", reason, text,
      created_at AS "createdAt", due_at AS "dueAt", decided_at AS "decidedAt", outcome,
      decision_reason AS "decisionReason"
      FROM reports WHERE reporter_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
];
