// SQL of media whose erasure waits for the end of a legal hold.
import type { MediaId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isMediaUnderLegalHold } from '../access/index.ts';

/** Which of the media have files that a legal hold, or the law, protects from erasure. */
export const mediaUnderLegalHold = async (
  db: Database,
  ids: readonly MediaId[],
): Promise<MediaId[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: MediaId }>`
    SELECT m.id FROM media m WHERE m.id = ANY(${ids}::uuid[])
      AND ${sql.raw(isMediaUnderLegalHold('m.id', 'm.owner_id'))}`.execute(db);
  return rows.map((row) => row.id);
};

/** No viewer is served these media any more; their files are erased when the legal hold ends. */
export const deferErasure = async (
  db: Database,
  ids: readonly MediaId[],
  now: Date,
): Promise<void> => {
  if (ids.length === 0) return;
  await sql`UPDATE media SET status = 'error', error_code = 'media.notFound'
    WHERE id = ANY(${ids}::uuid[]) AND status <> 'error'`.execute(db);
  await sql`
    INSERT INTO held_erasures (media_id, held_back_at) SELECT id, ${now}
      FROM unnest(${ids}::uuid[]) q (id) ON CONFLICT DO NOTHING`.execute(db);
};
