// What an archive of personal data holds of goals.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportGoalsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('goals/goals.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, title, value_centavos AS "valueCentavos", balance_centavos AS "balanceCentavos",
      created_at AS "createdAt", reached_at AS "reachedAt"
      FROM goals WHERE producer_id = ${profileId}::uuid AND deleted_at IS NULL
        AND id > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(db),
  ),
];
