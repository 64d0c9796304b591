// Frames of shows and decisions of administrators, with a real camera at the real engine.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { LiveId } from '@camarim/contract/features/lives';
import type { ReviewSettings } from '@camarim/contract/features/reviews';
import type { LiveDecision } from '@camarim/contract/features/lives/moderation';
import type { ConsentScope } from '@camarim/contract/features/verifications/performers';
import type { PerformerId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { joinAdmin, stepUp } from '../../../testing/producing.ts';
import { joinProducer, picture, storedKeys } from '../../../testing/publishing.ts';
import { broadcast, sendCamera, stateOf, watchShow } from '../../../testing/lives/broadcasting.ts';
import type { TestViewer } from '../../../testing/live/peers.ts';
import { syncAllShows } from '../media/sync-engine.ts';
import { deleteOldFrames, planFrames } from './jobs.ts';
import { takeFrame } from './take-frame.ts';

const WITHIN = { timeout: 30_000, interval: 100 };
const never = new AbortController().signal;

let app: TestApp;
let admin: ApiClient;
beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
});

const decide = (id: LiveId, decision: LiveDecision, reason = 'Alguém sem registro aparece.') =>
  admin.call('POST /dsb/lives/{id}/decisions', { params: { id }, body: { decision, reason } });
const framesOf = (id: LiveId) => admin.call('GET /dsb/lives/frames', { query: { liveId: id } });
const waiting = async (id: LiveId) =>
  (await admin.call('GET /dsb/reviews', { query: { limit: 20 } })).items.filter(
    ({ show }) => show?.id === id,
  );
const approveAll = async (id: LiveId, frames: number) => {
  const items = await waiting(id);
  expect(items.reduce((sum, { show }) => sum + (show?.frames.length ?? 0), 0)).toBe(frames);
  for (const item of items)
    await admin.call('POST /dsb/reviews/{id}', {
      params: { id: item.id },
      body: { outcome: 'approved', version: item.version },
    });
};
/** The first frame of the show was taken down somewhere. */
const blockPicturesOf = (id: LiveId) =>
  app.ctx.pool.query(
    'INSERT INTO blocked_pictures (id, hash, reason, media_id, created_by, created_at) SELECT $1, hash, $2, NULL, $3, $4 FROM live_frames WHERE live_id = $5 LIMIT 1',
    [newId(), 'teste', admin.profileId, app.clock.now(), id],
  );
const isolated = (id: LiveId, watcher: ApiClient = app.fan) =>
  app.ctx.pool.query('UPDATE lives SET type = 3, private_watcher_id = $2 WHERE id = $1', [
    id,
    watcher.profileId,
  ]);
const seenBy = (person: ApiClient, username: string) =>
  person.call('GET /lives/{username}', { params: { username } });
const moreComes = (viewer: TestViewer, kind: 'audio' | 'video') => {
  const before = viewer.count(kind);
  return expect.poll(() => viewer.count(kind), WITHIN).toBeGreaterThan(before + 5);
};
/** How many come while more than five of the other kind do, once those under way have arrived. */
const comingDuring = async (viewer: TestViewer, kind: 'audio' | 'video', proof: () => unknown) => {
  await proof();
  const before = viewer.count(kind);
  await proof();
  return viewer.count(kind) - before;
};

test('where faces are checked, the first frame of a show waits beside the face of its producer', async () => {
  const checking = await testApp({ settings: { LIVE_FACE_CHECK: 'true' } });
  const reviewer = await joinAdmin(checking, 'chefia');
  const producer = await joinProducer(checking, 'rosto');
  const { id } = await producer.call('POST /lives', {
    body: { type: '2', facePicture: (await picture()).toString('base64') },
  });
  await sendCamera(checking, `/lives/${id}/whip`, producer.token);
  await expect.poll(() => stateOf(producer), WITHIN).toBe('onAir');
  await checking.runJobs();
  const { items } = await reviewer.call('GET /dsb/reviews', {});
  expect(items.map(({ show }) => show?.frames.map(({ kind }) => kind))).toEqual([
    ['face', 'start'],
  ]);
});

describe('frames of a party', () => {
  let id: LiveId;

  test('frames of a party are taken every 30 seconds', async () => {
    const producer = await joinProducer(app, 'rosto');
    ({ id } = await broadcast(app, producer));
    await planFrames(app.ctx);
    await app.runJobs();
    expect((await framesOf(id)).map(({ kind }) => kind)).toEqual(['regular']);
    app.clock.advance(30_000);
    await app.runJobs();
    const frames = await framesOf(id);
    expect(frames).toHaveLength(2);
    expect(frames[0]).toMatchObject({
      blocked: false,
      ended: false,
      reviewedAt: null,
      profile: { domainName: 'rosto' },
    });
  });

  test('frames of a party are images for administrators, whose review has them all', async () => {
    const [frame] = await framesOf(id);
    const read = (person: ApiClient) =>
      app.server.inject({
        url: frame?.url ?? '',
        headers: { authorization: `Bearer ${person.token}` },
      });
    const { statusCode, headers, rawPayload } = await read(admin);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp']);
    expect(rawPayload.toString('latin1', 8, 12)).toBe('WEBP');
    expect((await read(app.fan)).statusCode).toBe(403);
    await approveAll(id, 2);
    expect(await waiting(id)).toEqual([]);
  });

  test('frames of a party that look like something taken down come first', async () => {
    const other = await broadcast(app, await joinProducer(app, 'outra'), { pattern: 'smptebars' });
    await takeFrame(app.ctx, { liveId: other.id, kind: 'regular' }, never);
    await blockPicturesOf(other.id);
    await takeFrame(app.ctx, { liveId: other.id, kind: 'regular' }, never);
    const { items } = await admin.call('GET /dsb/reviews', {});
    expect(items[0]).toMatchObject({ cause: 'match', show: { id: other.id } });
    expect((await admin.call('GET /dsb/lives'))[0]).toMatchObject({
      id: other.id,
      blockedFrames: 1,
    });
  });

  test('frames of a party wait for a review as the settings say, and suspicious ones always', async () => {
    const { version, settings } = await admin.call('GET /dsb/review-settings', {});
    const set = async (lives: ReviewSettings['lives'], from: number) => {
      await stepUp(app, admin);
      await admin.call('PUT /dsb/review-settings', {
        body: { version: from, settings: { ...settings, lives }, reason: 'para o teste' },
      });
    };
    const producer = await joinProducer(app, 'amostra');
    const live = await broadcast(app, producer, { pattern: 'rgbtestsrc' });
    const waits = async () =>
      (await waiting(live.id)).flatMap(({ show }) => show?.frames.map(({ kind }) => kind) ?? []);
    const take = (kind: 'regular' | 'start') =>
      takeFrame(app.ctx, { liveId: live.id, kind }, never);
    await set('off', version);
    expect(await take('regular')).not.toBeNull();
    expect(await waits()).toEqual([]);
    // Kept all the same, as evidence for a week.
    expect(await framesOf(live.id)).toHaveLength(1);
    await take('start');
    expect(await waits()).toEqual(['start']);
    await approveAll(live.id, 1);
    await set('newProducers', version + 1);
    await take('regular');
    expect(await waits()).toEqual(['regular']);
    await set('off', version + 2);
    await app.fan.call('POST /reports', {
      body: { targetKind: 'live', targetId: live.id, reason: 'noConsent', text: 'vejam' },
    });
    expect(await waits()).toContain('report');
    await set('all', version + 3);
  });

  test('frames of a party are deleted after a week', async () => {
    const later = new Date(app.clock.now().getTime() - 8 * DAY_MS);
    await app.ctx.pool.query('UPDATE live_frames SET taken_at = $2 WHERE live_id = $1', [
      id,
      later,
    ]);
    const { rows } = await app.ctx.pool.query('SELECT id FROM live_frames WHERE live_id = $1', [
      id,
    ]);
    await deleteOldFrames(app.ctx);
    const left = (await framesOf(id)).map((frame) => frame.id);
    for (const { id: old } of rows) expect(left).not.toContain(old);
  });
});

test('frames of a private show are compared and dropped, unless it is reported', async () => {
  const producer = await joinProducer(app, 'reservada');
  const { id } = await broadcast(app, producer);
  await isolated(id);
  const stored = await storedKeys(app);
  expect(await takeFrame(app.ctx, { liveId: id, kind: 'regular' }, never)).toBeNull();
  expect(await storedKeys(app)).toEqual(stored);
  expect((await framesOf(id)).filter(({ kind }) => kind === 'regular')).toEqual([]);
  await app.fan.call('POST /reports', {
    body: { targetKind: 'live', targetId: id, reason: 'noConsent', text: 'vejam' },
  });
  await app.runJobs();
  const [evidence] = (await framesOf(id)).filter(({ kind }) => kind === 'report');
  expect(evidence?.url).not.toBeNull();
  expect((await admin.call('GET /dsb/lives')).find((live) => live.id === id)?.reports).toBe(1);
});

test('a frame of a private show that looks like something taken down waits without its image', async () => {
  const { id } = await broadcast(app, await joinProducer(app, 'parecida'), {
    pattern: 'pal75bars',
  });
  await takeFrame(app.ctx, { liveId: id, kind: 'regular' }, never);
  await blockPicturesOf(id);
  await isolated(id, await app.join('outra.plateia'));
  const stored = await storedKeys(app);
  const match = await takeFrame(app.ctx, { liveId: id, kind: 'regular' }, never);
  expect(match).not.toBeNull();
  expect((await framesOf(id)).find((frame) => frame.id === match)).toMatchObject({
    blocked: true,
    url: null,
  });
  expect(await storedKeys(app)).toEqual(stored);
});

test('the picture that the watcher of a private show sends is compared too, and never kept', async () => {
  const known = await broadcast(app, await joinProducer(app, 'retirada'), { pattern: 'pal75bars' });
  await takeFrame(app.ctx, { liveId: known.id, kind: 'regular' }, never);
  await blockPicturesOf(known.id);
  const { id } = await broadcast(app, await joinProducer(app, 'recebida'));
  const watcher = await app.join('envia');
  await isolated(id, watcher);
  await app.ctx.pool.query('UPDATE lives SET reverse_since = $2 WHERE id = $1', [
    id,
    app.clock.now(),
  ]);
  await sendCamera(app, `/lives/${id}/reverse/whip`, watcher.token, { pattern: 'pal75bars' });
  const stored = await storedKeys(app);
  const match = await takeFrame(app.ctx, { liveId: id, kind: 'regular' }, never);
  expect((await framesOf(id)).find((frame) => frame.id === match)).toMatchObject({
    blocked: true,
    url: null,
  });
  expect(await storedKeys(app)).toEqual(stored);
});

test('frames of a refused report stay while its reporter may contest the refusal', async () => {
  const producer = await joinProducer(app, 'contestada');
  const { id } = await broadcast(app, producer);
  const report = await app.fan.call('POST /reports', {
    body: { targetKind: 'live', targetId: id, reason: 'noConsent', text: 'vejam' },
  });
  await app.runJobs();
  await admin.call('POST /dsb/reports/{id}', {
    params: { id: report.id },
    body: { outcome: 'dismissed', reason: 'conferido' },
  });
  const decidedAgo = async (days: number) => {
    const at = new Date(app.clock.now().getTime() - days * DAY_MS);
    await app.ctx.pool.query('UPDATE reports SET decided_at = $2 WHERE id = $1', [report.id, at]);
    await app.ctx.pool.query('UPDATE live_frames SET taken_at = $2 WHERE live_id = $1', [id, at]);
    await deleteOldFrames(app.ctx);
    return (await framesOf(id)).filter(({ kind }) => kind === 'report').length;
  };
  const days = app.ctx.config.APPEAL_DAYS;
  expect(await decidedAgo(days - 1)).toBe(1);
  expect(await decidedAgo(days + 1)).toBe(0);
});

describe('a decision', () => {
  let id: LiveId;
  let viewer: TestViewer;
  let producer: ApiClient;

  test('a decision to blur takes the video from the watchers at once, and to resume gives it back', async () => {
    producer = await joinProducer(app, 'palco');
    ({ id } = await broadcast(app, producer));
    viewer = await watchShow(app, app.fan, id);
    await moreComes(viewer, 'video');
    await decide(id, 'blur');
    expect(await comingDuring(viewer, 'video', () => moreComes(viewer, 'audio'))).toBe(0);
    expect(await seenBy(app.fan, 'palco')).toMatchObject({ blurred: true, withheld: false });
    // Administrators see what watchers do not.
    expect(await takeFrame(app.ctx, { liveId: id, kind: 'regular' }, never)).not.toBeNull();
    await decide(id, 'resume', 'Resolvido.');
    await moreComes(viewer, 'video');
    expect(await seenBy(app.fan, 'palco')).toMatchObject({ blurred: false });
  });

  test('a decision to pause takes video and audio, and lets no one in', async () => {
    await decide(id, 'pause');
    await expect(watchShow(app, app.stranger, id)).rejects.toThrow('live.withheld');
    expect((await app.stranger.ask('POST /lives/{id}/hls', { params: { id } })).reply.code).toBe(
      'live.withheld',
    );
    const counts = () => [viewer.count('audio'), viewer.count('video')];
    // What was under way has come some time after the decision.
    const isQuiet = async () => {
      const before = counts();
      await sleep(500);
      return isDeepStrictEqual(counts(), before);
    };
    await expect.poll(isQuiet, WITHIN).toBe(true);
    await decide(id, 'resume', 'Resolvido.');
    await moreComes(viewer, 'audio');
  });

  test('a decision about a show is recorded with its reason, which the producer reads', async () => {
    await decide(id, 'warn', 'Avise quem aparece.');
    const { rows } = await app.ctx.pool.query(
      'SELECT action, reason FROM admin_log WHERE subject_id = $1 ORDER BY id',
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'live.blur',
      'live.resume',
      'live.pause',
      'live.resume',
      'live.warn',
    ]);
    const [notice] = await producer.call('GET /profiles/notifications');
    expect(notice).toMatchObject({ type: 'liveDecided', text: 'Avise quem aparece.' });
    const shown = (await admin.call('GET /dsb/lives')).find((live) => live.id === id);
    expect(shown?.decisions[0]).toMatchObject({ decision: 'warn', reason: 'Avise quem aparece.' });
  });

  test('a decision to end ends the show, its connections and every later decision', async () => {
    await decide(id, 'end');
    expect(await stateOf(producer)).toBeUndefined();
    const { rows } = await app.ctx.pool.query('SELECT end_reason FROM lives WHERE id = $1', [id]);
    expect(rows[0].end_reason).toBe('moderation');
    expect(await app.ctx.live.viewers(id)).toEqual([]);
    const { reply } = await admin.ask('POST /dsb/lives/{id}/decisions', {
      params: { id },
      body: { decision: 'warn', reason: 'tarde' },
    });
    expect(reply.code).toBe('live.notFound');
  });
});

test('a report of a show that is upheld ends it', async () => {
  const producer = await joinProducer(app, 'denunciada');
  const { id } = await broadcast(app, producer);
  const report = await app.fan.call('POST /reports', {
    body: { targetKind: 'live', targetId: id, reason: 'minor', text: 'vejam' },
  });
  await admin.call('POST /dsb/reports/{id}', {
    params: { id: report.id },
    body: { outcome: 'removed', reason: 'Confirmado.' },
  });
  expect(await stateOf(producer)).toBeUndefined();
  await app.runJobs();
  expect(await app.ctx.live.publisher(id)).toBeNull();
});

test('a show ends when a person who appears in it was not declared or withdrew their consent', async () => {
  const producer = await joinProducer(app, 'elenco');
  const producerId = producer.profileId;
  const record = (id: PerformerId, act: 'grant' | 'withdrawal', scope: ConsentScope) =>
    app.ctx.pool.query(
      `INSERT INTO consent_entries (id, performer_id, producer_id, act, scope, text_version,
        signed_by, network, signed_at)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, 1, 'link', '192.0.2.0/24', $5)`,
      [id, producerId, act, scope, app.clock.now()],
    );
  const performer = async (document: string): Promise<PerformerId> =>
    (
      await app.ctx.pool.query(
        `INSERT INTO performers (id, producer_id, stage_name, document_hash, consent, answered_at,
          review, reviewed_at, reviewed_by, created_at)
         VALUES (gen_random_uuid(), $1, 'Duda', decode(md5($3), 'hex'), 'given', $2, 'approved', $2,
           $1, $2) RETURNING id`,
        [producerId, app.clock.now(), document],
      )
    ).rows[0].id;
  const start = (performerIds: PerformerId[]) =>
    producer.ask('POST /lives', { body: { type: '2', title: '', performerIds } });
  const forPosts = await performer('1');
  await record(forPosts, 'grant', 'post');
  expect((await start([forPosts])).status).toBe(400);
  expect(await stateOf(producer)).toBeUndefined();
  const consented = await performer('2');
  await record(consented, 'grant', 'live');
  expect((await start([consented])).status).toBe(200);
  await record(consented, 'withdrawal', 'live');
  await syncAllShows(app.ctx);
  expect(await stateOf(producer)).toBeUndefined();
});
