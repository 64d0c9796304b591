// The welcome message in a personal data archive.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportWelcomeOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('profiles/welcome.json', (after, limit) =>
    sql<{ id: string }>`SELECT id, message, updated_at AS "updatedAt"
      FROM welcome_messages WHERE profile_id = ${profileId}::uuid AND id > ${after}::uuid
        ORDER BY id LIMIT ${limit}`.execute(db),
  ),
];
