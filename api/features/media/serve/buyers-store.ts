// The buyers of a media in the database.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';
import { buyersOf } from '../../access/index.ts';

/** The profiles that bought a post with the media. */
export const listBuyers = async (
  db: Kysely<DB>,
  mediaId: MediaId,
): Promise<{ id: ProfileId; domain_name: string }[]> => {
  const { rows } = await sql<{ id: ProfileId; domain_name: string }>`
    SELECT DISTINCT b.id, b.domain_name FROM post_media m CROSS JOIN LATERAL (${sql.raw(buyersOf('m.post_id'))}) a
    JOIN profiles b ON b.id = a.profile_id WHERE m.media_id = ${mediaId}::uuid`.execute(db);
  return rows;
};
