// The account's part of a personal data archive: address, log-in methods and sessions, without
// passwords, keys and tokens.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, jsonFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportAccountOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  jsonFile('account/account.json', async () => {
    const { rows } = await sql`
      SELECT u.id, u.email::text, u.email_confirmed_at AS "emailConfirmedAt",
        u.staff_role AS "staffRole", u.password_hash IS NOT NULL AS "hasPassword",
        u.created_at AS "createdAt",
        EXISTS (SELECT FROM totp_secrets t WHERE t.user_id = u.id
          AND t.confirmed_at IS NOT NULL) AS "hasCodesOfAnApp",
        (SELECT coalesce(json_agg(json_build_object('name', k.name, 'createdAt',
          k.created_at, 'lastUsedAt', k.last_used_at)), '[]') FROM passkeys k
          WHERE k.user_id = u.id) AS passkeys,
        (SELECT coalesce(json_agg(json_build_object('provider', i.provider, 'subject',
          i.subject, 'name', i.name, 'linkedAt', i.linked_at)), '[]') FROM identities i
          WHERE i.user_id = u.id) AS identities
      FROM users u JOIN profiles p ON p.user_id = u.id WHERE p.id = ${profileId}::uuid`.execute(db);
    return rows[0];
  }),
  tableFile('account/sessions.json', (after, limit) =>
    sql<{ id: string }>`
      SELECT s.id, s.user_agent AS "userAgent", host(s.address) AS address, s.place,
        s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt",
        s.revoked_at AS "endedAt"
      FROM sessions s JOIN profiles p ON p.user_id = s.user_id WHERE p.id = ${profileId}::uuid
        AND s.id > ${after}::uuid ORDER BY s.id LIMIT ${limit}`.execute(db),
  ),
  tableFile('account/access-records.json', (after, limit) =>
    sql<{ id: string }>`
      SELECT a.id, a.session_id AS "sessionId", host(a.address) AS address, a.port,
        a.first_at AS "firstAt", a.last_at AS "lastAt"
      FROM access_records a JOIN profiles p ON p.user_id = a.user_id WHERE p.id = ${profileId}::uuid
        AND a.id > ${after}::uuid ORDER BY a.id LIMIT ${limit}`.execute(db),
  ),
];
