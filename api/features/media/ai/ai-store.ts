// Labels of AI and the manifest stores of files, in the database.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { AiChoice } from '@camarim/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Credentials } from '../../../platform/media/port.ts';
import type { AiFacts } from './rules.ts';

export type LabelledMedia = AiFacts & { owner_id: ProfileId };

const FACTS = sql.raw('owner_id, ai_declared, ai_found, ai_decided');

/** Null when the media does not exist or failed. */
export const findLabelled = async (db: Database, id: MediaId): Promise<LabelledMedia | null> => {
  const { rows } = await sql<LabelledMedia>`
    SELECT ${FACTS} FROM media WHERE id = ${id}::uuid AND status <> 'error'`.execute(db);
  return rows[0] ?? null;
};

export const setDeclared = async (
  tx: Database,
  id: MediaId,
  ai: AiChoice,
): Promise<LabelledMedia> => {
  const { rows } = await sql<LabelledMedia>`
    UPDATE media SET ai_declared = ${ai} WHERE id = ${id}::uuid RETURNING ${FACTS}`.execute(tx);
  return rows[0] as LabelledMedia;
};

/** Null when it is gone; with what the team said before. */
export const setDecided = async (
  tx: Database,
  id: MediaId,
  ai: AiChoice | null,
): Promise<(LabelledMedia & { before: AiChoice | null }) | null> => {
  const { rows } = await sql<LabelledMedia & { before: AiChoice | null }>`
    UPDATE media SET ai_decided = ${ai} WHERE id = ${id}::uuid AND status <> 'error'
    RETURNING owner_id, ai_declared, ai_found, new.ai_decided, old.ai_decided AS before`.execute(
    tx,
  );
  return rows[0] ?? null;
};

/** Where a manifest store was: position 0 and no name of the upload itself, else in an archive. */
export type FoundCredentials = Credentials & { position: number; name: string | null };

/** What files say of themselves; another attempt at processing them finds the same. */
export const saveCredentials = async (
  tx: Database,
  id: MediaId,
  found: readonly FoundCredentials[],
  now: Date,
): Promise<void> => {
  for (const { position, name, bytes, sha256, manifest, summary } of found)
    await sql`
      INSERT INTO media_credentials (media_id, position, name, bytes, sha256, manifest, summary,
        read_at)
      VALUES (${id}::uuid, ${position}, ${name}, ${bytes}, ${sha256}, ${manifest},
        ${summary && JSON.stringify(summary)}::jsonb, ${now})
      ON CONFLICT DO NOTHING`.execute(tx);
};

/** Sets the label that the manifests in the file give it. */
export const setFound = async (
  tx: Database,
  id: MediaId,
  label: AiFacts['ai_found'],
): Promise<void> => {
  await tx
    .updateTable('media')
    .set({ ai_found: label ?? null })
    .where('id', '=', id)
    .execute();
};

export type CredentialsRow = FoundCredentials & { read_at: Date };

/** Manifest stores of the upload and of files in an archive, in their order. */
export const findCredentials = async (
  db: Database,
  id: MediaId,
  limit: number,
): Promise<CredentialsRow[]> => {
  const { rows } = await sql<CredentialsRow>`
    SELECT position, name, bytes::integer AS bytes, sha256,
      CASE WHEN position = 0 THEN manifest END AS manifest, summary, read_at
    FROM media_credentials WHERE media_id = ${id}::uuid ORDER BY position LIMIT ${limit}`.execute(
    db,
  );
  return rows;
};
