// Media that may not be erased now, in the database.
import type { MediaId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../platform/database/database.ts';
import { isMediaHeld } from '../../platform/legal-holds/held.ts';

type Db = Kysely<DB>;

/** Those of the media whose files a legal hold, or the law, keeps. */
export const heldAmong = async (db: Db, ids: readonly MediaId[]): Promise<MediaId[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: MediaId }>`
    SELECT m.id FROM media m WHERE m.id = ANY(${ids}::uuid[]) AND ${sql.raw(isMediaHeld('m.id', 'm.owner_id'))}`.execute(
    db,
  );
  return rows.map((row) => row.id);
};

/** No viewer is served them; their files wait for the end of what holds them. */
export const holdBack = async (db: Db, ids: readonly MediaId[], now: Date): Promise<void> => {
  if (ids.length === 0) return;
  await sql`UPDATE media SET status = 'error', error_code = 'media.notFound' WHERE id = ANY(${ids}::uuid[]) AND status <> 'error'`.execute(
    db,
  );
  await sql`
    INSERT INTO held_erasures (media_id, held_back_at) SELECT id, ${now} FROM unnest(${ids}::uuid[]) q (id) ON CONFLICT DO NOTHING`.execute(
    db,
  );
};
