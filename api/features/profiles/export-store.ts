// The profile's part of a personal data archive: its data, follows, likes, views and blocks.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, jsonFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';
import { loadContacts } from './contacts/contacts.ts';

export const exportProfileOf = ({ db, seal }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  jsonFile('profiles/profile.json', async () => {
    const { rows } = await sql`
      SELECT id, domain_name AS "domainName", display_name AS "displayName", about, gender,
        producer_stage AS "producerStage", default_language AS "defaultLanguage",
        comments_enabled AS "commentsEnabled", shown_only_in AS "shownOnlyIn",
          last_seen_at AS "lastSeenAt", created_at AS "createdAt"
      FROM profiles WHERE id = ${profileId}::uuid`.execute(db);
    return { ...(rows[0] as object), contacts: await loadContacts({ db, seal }, profileId) };
  }),
  tableFile('profiles/following.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT f.followee_id AS id, p.domain_name AS "domainName", f.created_at AS "createdAt"
      FROM follows f JOIN profiles p ON p.id = f.followee_id
        WHERE f.follower_id = ${profileId}::uuid AND f.followee_id > ${after}::uuid
        ORDER BY f.followee_id LIMIT ${limit}`.execute(db),
  ),
  tableFile('profiles/followers.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT f.follower_id AS id, p.domain_name AS "domainName", f.created_at AS "createdAt"
      FROM follows f JOIN profiles p ON p.id = f.follower_id
        WHERE f.followee_id = ${profileId}::uuid AND f.follower_id > ${after}::uuid
        ORDER BY f.follower_id LIMIT ${limit}`.execute(db),
  ),
  tableFile('profiles/likes.json', (after, limit) =>
    sql<{ id: string }>`SELECT profile_id AS id, created_at AS "createdAt"
      FROM profile_likes WHERE liker_id = ${profileId}::uuid AND profile_id > ${after}::uuid
        ORDER BY profile_id LIMIT ${limit}`.execute(db),
  ),
  tableFile('profiles/views.json', (after, limit) =>
    sql<{ id: string }>`SELECT profile_id AS id, seen_at AS "seenAt"
      FROM profile_views WHERE viewer_id = ${profileId}::uuid AND profile_id > ${after}::uuid
        ORDER BY profile_id LIMIT ${limit}`.execute(db),
  ),
  tableFile('profiles/blocked.json', (after, limit) =>
    sql<{ id: string }>`SELECT blocked_id AS id, created_at AS "createdAt"
      FROM blocks WHERE blocker_id = ${profileId}::uuid AND blocked_id > ${after}::uuid
        ORDER BY blocked_id LIMIT ${limit}`.execute(db),
  ),
  tableFile('profiles/blocked-places.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, country_code AS "countryCode", state_code AS "stateCode", city,
      created_at AS "createdAt"
      FROM geolocation_blocks WHERE profile_id = ${profileId}::uuid AND id > ${after}::uuid
        ORDER BY id LIMIT ${limit}`.execute(db),
  ),
];
