// What a person's archive has of their shows, and what their removal leaves: frames with pictures
// until their week is over, and nothing of what was set up for shows.
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveFrameId } from '@camarim/contract/features/lives/frames';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { joinPerformer } from '../../testing/identity/performing.ts';
import { enter, partyOf } from '../../testing/lives/party.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { joinProducer } from '../../testing/publishing.ts';
import { frameKey, type FrameKind, FRAMES, insertFrame } from './review/frames-store.ts';
import { deleteOldFrames } from './review/jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const archiveOf = async ({ profileId }: ApiClient): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  for (const part of app.services.personalData.partsOf(profileId))
    for await (const { path, content } of part)
      if (/^(lives|reviews)\//.test(path))
        files.set(path, await text(Readable.from(await content())));
  return files;
};
const rowsOf = (files: Map<string, string>, name: string) =>
  JSON.parse(files.get(`lives/${name}.json`) ?? 'null') as Record<string, unknown>[];

/** A frame with a picture of these words. */
const frameOf = async (liveId: LiveId, kind: FrameKind, reportId: string | null = null) => {
  const id = newId() as LiveFrameId;
  const key = frameKey(liveId, id);
  await app.ctx.blobs.put(FRAMES, key, Buffer.from(kind), { contentType: 'image/webp' });
  await insertFrame(app.ctx.db, {
    id,
    liveId,
    kind,
    hash: 1n,
    blocked: false,
    hasPicture: true,
    batchId: null,
    reportId,
    now: app.clock.now(),
  });
  return id;
};

test('an archive has the frames of own shows with their pictures, and none that tells of a report', async () => {
  const producer = await joinProducer(app, 'quadros');
  const liveId = await partyOf(app, producer);
  const face = await frameOf(liveId, 'face');
  const regular = await frameOf(liveId, 'regular');
  // A report keeps the frames of two minutes before it.
  app.clock.advance(2 * MINUTE_MS);
  await frameOf(liveId, 'regular');
  const { id: reportId } = await app.fan.call('POST /reports', {
    body: { targetKind: 'live', targetId: liveId, reason: 'other', text: 'veja isto' },
  });
  await frameOf(liveId, 'report', reportId);
  const files = await archiveOf(producer);
  expect(rowsOf(files, 'frames').map(({ id, kind }) => ({ id, kind }))).toEqual([
    { id: face, kind: 'face' },
    { id: regular, kind: 'regular' },
  ]);
  const pictures = [...files].filter(([path]) => path.startsWith('lives/frames/'));
  expect(pictures).toEqual([
    [`lives/frames/${face}.webp`, 'face'],
    [`lives/frames/${regular}.webp`, 'regular'],
  ]);
  expect([...files.values()].join()).not.toMatch(/report|veja isto/);
  expect(rowsOf(await archiveOf(app.fan), 'frames')).toEqual([]);
});

test('an archive has who appeared in own shows, and what moderators did in them or to the person', async () => {
  const admin = await joinAdmin(app, 'chefia');
  const producer = await joinProducer(app, 'elenco');
  const performer = await joinPerformer(app, { admin, producer }, 61);
  const performerIds = [performer.id];
  await producer.call('PUT /lives/ingest/performers', { body: { performerIds } });
  await producer.call('POST /lives', { body: { type: '2', title: 'Dupla', performerIds } });
  const liveId = await partyOf(app, producer);
  const [moderator, watcher] = await Promise.all([app.join('modera'), app.join('silenciada')]);
  await producer.call('PUT /lives/room/moderators/{profileId}', {
    params: { profileId: moderator.profileId },
  });
  for (const person of [moderator, watcher]) await enter(app, liveId, person);
  await moderator.call('PUT /lives/{id}/restrictions/{profileId}', {
    params: { id: liveId, profileId: watcher.profileId },
    body: { kind: 'mute' },
  });
  const files = await archiveOf(producer);
  expect(rowsOf(files, 'lives')).toMatchObject([{ performers: [performer.stageName] }]);
  expect(rowsOf(files, 'performers-of-programs')).toEqual([
    { id: performer.id, stageName: performer.stageName },
  ]);
  const roles = async (person: ApiClient) =>
    rowsOf(await archiveOf(person), 'room-acts').map(({ role, action }) => `${role} ${action}`);
  expect(await roles(producer)).toContain('inMyShows mute');
  expect((await roles(moderator)).sort()).toEqual(['aboutMe addModerator', 'byMe mute']);
  expect(await roles(watcher)).toEqual(['aboutMe mute']);
});

test('a removed account leaves frames for their week only, and no declaration for programs', async () => {
  const admin = await joinAdmin(app, 'chefiadois');
  const producer = await joinProducer(app, 'sai');
  const performer = await joinPerformer(app, { admin, producer }, 62);
  await producer.call('PUT /lives/ingest/performers', { body: { performerIds: [performer.id] } });
  const liveId = await partyOf(app, producer);
  const frame = await frameOf(liveId, 'face');
  const hasPicture = async () =>
    (await app.ctx.blobs.head(FRAMES, frameKey(liveId, frame))) !== null;
  const rows = async () =>
    (
      await app.ctx.pool.query(
        'SELECT (SELECT count(*)::int FROM live_program_performers WHERE producer_id = $1) AS declared, (SELECT count(*)::int FROM live_frames WHERE live_id = $2) AS frames',
        [producer.profileId, liveId],
      )
    ).rows;
  expect(await rows()).toEqual([{ declared: 1, frames: 1 }]);
  await app.services.personalData.erase(producer.profileId);
  expect(await rows()).toEqual([{ declared: 0, frames: 1 }]);
  app.clock.advance(7 * DAY_MS);
  await deleteOldFrames(app.ctx);
  expect(await hasPicture()).toBe(true);
  app.clock.advance(1);
  await deleteOldFrames(app.ctx);
  expect([await rows(), await hasPicture()]).toEqual([[{ declared: 0, frames: 0 }], false]);
});
