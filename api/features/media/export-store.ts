// What an archive of personal data holds of media: what is known of each, the file as it was sent,
// and its manifest stores.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Bucket } from './store.ts';

const EXTENSION = /^[a-z0-9]{1,8}$/;
const BATCH = 200;

type Original = {
  id: string;
  bucket: Bucket;
  key: string;
  /** Where it still is while nothing has worked on it. */
  uploadKey: string;
  contentType: string;
};

const originalsAfter = async (
  db: Platform['db'],
  ownerId: ProfileId,
  after: string | null,
): Promise<Original[]> => {
  const { rows } = await sql<Original>`
    SELECT id, bucket, original_key AS key, upload_key AS "uploadKey", content_type AS "contentType"
      FROM media
    WHERE owner_id = ${ownerId}::uuid AND (${after}::uuid IS NULL OR id > ${after}::uuid)
      ORDER BY id LIMIT ${BATCH}`.execute(db);
  return rows;
};

const extensionOf = (contentType: string): string => {
  const subtype = contentType.split('/')[1] ?? '';
  return EXTENSION.test(subtype) ? subtype : 'bin';
};

type ManifestPlace = { mediaId: string; position: number };

const manifestPath = ({ mediaId, position }: ManifestPlace): string =>
  `media/${mediaId}-${position}.c2pa`;

/** What is known of the content credentials, by the files of their manifest stores. */
const credentialsFile = (db: Platform['db'], ownerId: ProfileId): ArchiveFile =>
  tableFile('media/content-credentials.json', async (after, limit) => {
    const [mediaId = '', position = '-1'] = after.split('/');
    const { rows } = await sql<ManifestPlace & { id: string; manifest: boolean }>`
      SELECT c.media_id || '/' || c.position AS id, c.media_id AS "mediaId", c.position, c.name,
        c.bytes, c.sha256, c.summary, c.manifest IS NOT NULL AS manifest
      FROM media_credentials c JOIN media m ON m.id = c.media_id
      WHERE m.owner_id = ${ownerId}::uuid
        AND (c.media_id, c.position) > (${mediaId}::uuid, ${position}::integer)
      ORDER BY c.media_id, c.position LIMIT ${limit}`.execute(db);
    return {
      rows: rows.map(({ manifest, ...row }) => ({
        ...row,
        manifest: manifest ? manifestPath(row) : null,
      })),
    };
  });

/** Manifest stores of a media, each read by itself: an archive may have many. */
async function* manifestsOf(db: Platform['db'], mediaId: string): AsyncGenerator<ArchiveFile> {
  const { rows } = await sql<{ position: number }>`
    SELECT position FROM media_credentials
    WHERE media_id = ${mediaId}::uuid AND manifest IS NOT NULL ORDER BY position`.execute(db);
  for (const { position } of rows)
    yield {
      path: manifestPath({ mediaId, position }),
      content: async function* () {
        const found = await sql<{ manifest: Buffer }>`
          SELECT manifest FROM media_credentials WHERE media_id = ${mediaId}::uuid
            AND position = ${position} AND manifest IS NOT NULL`.execute(db);
        for (const { manifest } of found.rows) yield manifest;
      },
    };
}

export async function* exportMediaOf(
  { db, blobs }: Ctx,
  profileId: ProfileId,
): AsyncGenerator<ArchiveFile> {
  yield tableFile('media/media.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, purpose, content_type AS "contentType", name, title, bytes, status, width, height,
      ai_declared AS "aiDeclared", ai_found AS "aiFound", ai_decided AS "aiDecided",
      created_at AS "createdAt"
      FROM media WHERE owner_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  );
  yield credentialsFile(db, profileId);
  let after: string | null = null;
  for (;;) {
    const originals: Original[] = await originalsAfter(db, profileId, after);
    for (const { id, bucket, key, uploadKey, contentType } of originals) {
      // Refused uploads have no original any more.
      const blob = (await blobs.get(bucket, key)) ?? (await blobs.get(bucket, uploadKey));
      if (blob)
        yield {
          path: `media/${id}.${extensionOf(contentType)}`,
          content: async () => blob.stream,
          packed: true,
        };
      yield* manifestsOf(db, id);
    }
    if (originals.length < BATCH) return;
    after = originals.at(-1)?.id ?? null;
  }
}
