// Accepted policies in a personal data archive: policy, version and time.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, jsonFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportAcceptancesOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  jsonFile(
    'account/acceptances.json',
    async () =>
      (
        await sql`SELECT policy, version, accepted_at AS "acceptedAt" FROM policy_acceptances
          WHERE profile_id = ${profileId}::uuid ORDER BY accepted_at, policy`.execute(db)
      ).rows,
  ),
];
