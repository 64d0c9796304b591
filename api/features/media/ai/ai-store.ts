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

/** What a file says of itself; another attempt at processing it finds the same. */
export const saveCredentials = async (
  tx: Database,
  id: MediaId,
  { bytes, sha256, manifest, summary }: Credentials,
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO media_credentials (media_id, bytes, sha256, manifest, summary, read_at)
    VALUES (${id}::uuid, ${bytes}, ${sha256}, ${manifest},
      ${summary && JSON.stringify(summary)}::jsonb, ${now})
    ON CONFLICT DO NOTHING`.execute(tx);
  await tx
    .updateTable('media')
    .set({ ai_found: summary?.label ?? null })
    .where('id', '=', id)
    .execute();
};

export type CredentialsRow = Credentials & { owner_id: ProfileId; read_at: Date };

/** Null when the file came with none. */
export const findCredentials = async (
  db: Database,
  id: MediaId,
): Promise<CredentialsRow | null> => {
  const { rows } = await sql<CredentialsRow>`
    SELECT m.owner_id, c.bytes::integer AS bytes, c.sha256, c.manifest, c.summary, c.read_at
    FROM media_credentials c JOIN media m ON m.id = c.media_id
      WHERE c.media_id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};
