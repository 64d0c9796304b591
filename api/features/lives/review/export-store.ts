// What an archive of personal data holds of frames: those of the person's own shows, with their
// pictures, as long as they are kept. Frames of reports are left out, because they tell of the
// report; a regular one of a private show exists only where it resembles what was taken down.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveFrameId } from '@camarim/contract/features/lives/frames';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { type ArchiveFile, tableFile } from '../../../platform/archive/archive.ts';
import type { Ctx } from '../../../context.ts';
import { frameKey, FRAMES } from './frames-store.ts';

const BATCH = 200;

const framesAfter = async (
  db: Database,
  profileId: ProfileId,
  after: string | null,
  limit: number,
): Promise<{ id: LiveFrameId; liveId: LiveId; kind: string; takenAt: Date }[]> => {
  const { rows } = await sql<{ id: LiveFrameId; liveId: LiveId; kind: string; takenAt: Date }>`
    SELECT f.id, f.live_id AS "liveId", f.kind, f.taken_at AS "takenAt"
    FROM live_frames f JOIN lives l ON l.id = f.live_id
    WHERE l.producer_id = ${profileId}::uuid AND f.has_picture AND f.kind <> 'report'
      AND (${after}::uuid IS NULL OR f.id > ${after}::uuid) ORDER BY f.id
      LIMIT ${limit}`.execute(db);
  return rows;
};

export async function* exportFramesOf(
  { db, blobs }: Ctx,
  profileId: ProfileId,
): AsyncGenerator<ArchiveFile> {
  yield tableFile('lives/frames.json', async (after, limit) => ({
    rows: await framesAfter(db, profileId, after, limit),
  }));
  let after: string | null = null;
  for (;;) {
    const frames: Awaited<ReturnType<typeof framesAfter>> = await framesAfter(
      db,
      profileId,
      after,
      BATCH,
    );
    for (const { id, liveId } of frames) {
      // One whose week ended since the rows were read is not there any more.
      const blob = await blobs.get(FRAMES, frameKey(liveId, id));
      if (blob)
        yield {
          path: `lives/frames/${id}.webp`,
          content: async () => blob.stream,
          packed: true,
        };
    }
    if (frames.length < BATCH) return;
    after = frames.at(-1)?.id ?? null;
  }
}
