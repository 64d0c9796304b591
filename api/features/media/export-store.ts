// What an archive of personal data holds of media: what is known of each, and the file as it was
// sent.
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

export async function* exportMediaOf(
  { db, blobs }: Ctx,
  profileId: ProfileId,
): AsyncGenerator<ArchiveFile> {
  yield tableFile('media/media.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, purpose, content_type AS "contentType", name, title, bytes, status, width, height,
      ai_declared AS "aiDeclared", ai_found AS "aiFound", ai_decided AS "aiDecided",
      created_at AS "createdAt",
        (SELECT jsonb_agg(jsonb_build_object('name', c.name, 'bytes', c.bytes, 'sha256', c.sha256,
          'summary', c.summary, 'manifest', encode(c.manifest, 'base64')) ORDER BY c.position)
          FROM media_credentials c WHERE c.media_id = media.id) AS "contentCredentials"
      FROM media WHERE owner_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  );
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
    }
    if (originals.length < BATCH) return;
    after = originals.at(-1)?.id ?? null;
  }
}
