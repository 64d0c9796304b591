// What an archive of personal data holds of age: when it was shown and checked, without any
// document.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, jsonFile } from '../../platform/archive/archive.ts';
import type { Platform } from '../../platform/platform.ts';

export const exportAgeOf = ({ db }: Pick<Platform, 'db'>, profileId: ProfileId): ArchiveFile[] => [
  jsonFile('account/age.json', async () => {
    const { rows: verified } =
      await sql`SELECT verified_at AS "verifiedAt" FROM age_verifications WHERE profile_id = ${profileId}::uuid`.execute(
        db,
      );
    const { rows: requests } =
      await sql`SELECT stage, requested_at AS "requestedAt", decided_at AS "decidedAt", reason FROM age_requests WHERE profile_id = ${profileId}::uuid ORDER BY requested_at`.execute(
        db,
      );
    return { verified, requests };
  }),
];
