// Recordings, HLS and programs such as OBS, with a real camera at the real engine.
import type { LiveId } from '@camarim/contract/features/lives';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import {
  broadcast,
  sendCamera,
  signalAt,
  stateOf,
  watchShow,
} from '../../../testing/lives/broadcasting.ts';
import { startLiveKit } from '../../../testing/live/livekit-server.ts';
import { publishPackets } from '../../../testing/live/peers.ts';
import { block, joinProducer, refused } from '../../../testing/publishing.ts';
import { collectSegments } from './collect.ts';
import { syncOutput } from './sync-output.ts';
import { sweepOutputs } from './jobs.ts';
import { enforceAccess, syncAllShows } from '../media/sync-engine.ts';

const WITHIN = { timeout: 40_000, interval: 200 };

/** The engine of the applications: LiveKit where `npm run test:livekit` runs this file. */
let engine: Record<string, string> = {};
let app: TestApp;
beforeAll(async () => {
  const program = process.env['SHOWS_ON_LIVEKIT'];
  if (program !== undefined) {
    const { settings, close } = await startLiveKit(program);
    afterFile(close);
    engine = settings;
  }
  app = await testApp({ settings: { LIVE_HLS_ABOVE_VIEWERS: '1', ...engine } });
});

const read = (path: string, person: ApiClient) =>
  app.server.inject({
    url: path,
    ...(person.token ? { headers: { authorization: `Bearer ${person.token}` } } : {}),
  });
/** Until so many segments of the show are in storage. */
const untilStored = (id: LiveId, least: number) =>
  expect
    .poll(async () => {
      await collectSegments(app.ctx);
      const { rows } = await app.ctx.pool.query(
        'SELECT count(*)::int AS n FROM live_segments WHERE live_id = $1',
        [id],
      );
      return rows[0].n;
    }, WITHIN)
    .toBeGreaterThanOrEqual(least);
const visitOf = async (peer: string) =>
  (
    await app.ctx.pool.query(
      'SELECT via, read_at, read_ms, left_at FROM live_viewers WHERE id = $1',
      [peer],
    )
  ).rows[0];

/** As the camera settings are when the show begins. */
const allowRecording = (id: LiveId) =>
  app.ctx.pool.query('UPDATE lives SET recorded = true WHERE id = $1', [id]);

describe('HLS', () => {
  let producer: ApiClient;
  let id: LiveId;
  let visit: { peer: string; playlist: string };
  beforeAll(async () => {
    producer = await joinProducer(app, 'plateia');
  });

  test('the next viewer of a crowded party is sent to HLS, whose playlist has segments', async () => {
    ({ id } = await broadcast(app, producer));
    await watchShow(app, app.stranger, id);
    await expect(watchShow(app, app.fan, id)).rejects.toThrow('live.useHls');
    visit = await app.fan.call('POST /lives/{id}/hls', { params: { id } });
    await untilStored(id, 2);
    const { statusCode, body, headers } = await read(visit.playlist, app.fan);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('application/vnd.apple.mpegurl');
    expect(body).toMatch(/#EXT-X-MAP:URI="[\w-]+\.mp4"/);
    expect(body).toMatch(/#EXTINF:2\.000,\n0\.m4s/);
    expect(body).toContain('#EXT-X-MEDIA-SEQUENCE:0');
  });

  test('segments that were read are proof of watching, each counted once', async () => {
    const folder = visit.playlist.slice(0, visit.playlist.lastIndexOf('/'));
    const { body } = await read(visit.playlist, app.fan);
    const { rows } = await app.ctx.pool.query(
      'SELECT sum(duration_ms)::int AS ms FROM live_segments WHERE live_id = $1 AND sequence < 2',
      [id],
    );
    const lengthMs: number = rows[0].ms;
    expect(lengthMs).toBeGreaterThan(2_000);
    const [, init = ''] = /URI="([^"]+)"/.exec(body) ?? [];
    expect((await read(`${folder}/${init}`, app.fan)).headers['content-type']).toBe('video/mp4');
    for (const name of ['0.m4s', '0.m4s', '1.m4s'])
      expect((await read(`${folder}/${name}`, app.fan)).statusCode).toBe(200);
    await expect
      .poll(() => visitOf(visit.peer), WITHIN)
      .toMatchObject({ via: 'hls', read_ms: lengthMs, read_at: app.clock.now() });
    expect((await read(`${folder}/0.m4s`, app.fan)).statusCode).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await visitOf(visit.peer)).toMatchObject({ read_ms: lengthMs });
  });

  test('the address of an HLS visit is for its viewer and that visit only', async () => {
    const forged = visit.playlist.replace(/\.(.)(?=[^/]*\/index)/, (_, sign: string) =>
      sign === 'a' ? '.b' : '.a',
    );
    for (const [path, person] of [
      [visit.playlist, app.stranger],
      [visit.playlist, app.visitor],
      [forged, app.fan],
      [visit.playlist.replace(id, id.replace(/^./, 'f')), app.fan],
    ] as const)
      expect((await read(path, person)).json()).toMatchObject({ code: 'auth.forbidden' });
  });

  test('an HLS visit that reads nothing any more ends with its address, later before its first segment', async () => {
    const late = await app.join('tardia');
    const waiting = await late.call('POST /lives/{id}/hls', { params: { id } });
    app.clock.advance(25_000);
    await syncAllShows(app.ctx);
    expect((await visitOf(visit.peer)).left_at).not.toBeNull();
    expect((await visitOf(waiting.peer)).left_at).toBeNull();
    app.clock.advance(21_000);
    await syncAllShows(app.ctx);
    expect((await visitOf(waiting.peer)).left_at).not.toBeNull();
    app.clock.advance(6_000);
    expect((await read(visit.playlist, app.fan)).statusCode).toBe(403);
  });

  test('a viewer who is blocked during the show reads nothing more', async () => {
    const blocker = await joinProducer(app, 'bloqueadora');
    const show = await broadcast(app, blocker);
    const again = await app.fan.call('POST /lives/{id}/hls', { params: { id: show.id } });
    await untilStored(show.id, 1);
    expect((await read(again.playlist, app.fan)).statusCode).toBe(200);
    await block(app, blocker, app.fan);
    await enforceAccess(app.ctx, { viewers: [app.fan.profileId] });
    expect((await visitOf(again.peer)).left_at).not.toBeNull();
    app.clock.advance(6_000);
    expect((await read(again.playlist, app.fan)).statusCode).toBe(403);
    expect(await refused(app.fan, 'POST /lives/{id}/hls', { params: { id: show.id } })).toBe(
      'live.notFound',
    );
  });
});

describe('a recording', () => {
  test('a recording is shown in the room and sold from the vault, and a clip is made while it runs', async () => {
    const producer = await joinProducer(app, 'gravadora');
    const { id } = await broadcast(app, producer);
    const record = (on: boolean) =>
      producer.call('PUT /lives/{id}/recording', { params: { id }, body: { on } });
    expect(
      await refused(producer, 'PUT /lives/{id}/recording', { params: { id }, body: { on: true } }),
    ).toBe('recording.notAllowed');
    await allowRecording(id);
    expect(await record(true)).toEqual({ recording: 'on' });
    app.clock.advance(60_000);
    const seen = await app.stranger.call('GET /lives/{username}', {
      params: { username: 'gravadora' },
    });
    expect(seen?.recording).toBe('on');
    await untilStored(id, 3);
    const recordings = () => producer.call('GET /lives/recordings');
    const [running] = await recordings();
    expect(running).toMatchObject({ liveId: id, endedAt: null });
    expect(running?.seconds).toBeGreaterThanOrEqual(6);
    const recordingId = running?.id ?? '';
    const cut = { params: { id: recordingId }, body: { fromSeconds: 1, toSeconds: 4 } };
    expect(await refused(producer, 'POST /lives/recordings/{id}/cuts', cut)).toBe(
      'recording.running',
    );
    const clip = await producer.call('POST /lives/recordings/{id}/clips', {
      params: { id: recordingId },
      body: { title: 'Trecho' },
    });
    expect(clip).toMatchObject({ state: 'waiting', fromSeconds: 0 });
    await producer.call('DELETE /lives/{id}', { params: { id } });
    expect(
      await refused(producer, 'POST /lives/recordings/{id}/cuts', {
        params: { id: recordingId },
        body: { fromSeconds: 500 },
      }),
    ).toBe('recording.range');
    await producer.call('POST /lives/recordings/{id}/cuts', cut);
    await app.runJobs();
    const [finished] = await recordings();
    expect(finished?.endedAt).not.toBeNull();
    expect(finished?.cuts.map(({ state }) => state)).toEqual(['made', 'made']);
    const [trimmed] = finished?.cuts ?? [];
    for (let steps = 0; steps < 3; steps += 1) await app.runJobs();
    const vault = await producer.call('GET /vault/medias');
    const inVault = vault.find(({ id: media }) => media === trimmed?.mediaId);
    expect(inVault).toMatchObject({ status: 'processed', title: 'Ao vivo' });
    // The camera of a busy machine leaves pictures out, at the ends of a cut too.
    expect(Math.abs((inVault?.durationMs ?? 0) - 3_000)).toBeLessThan(1_000);
    const post = await producer.call('POST /posts', {
      body: { text: 'O show', medias: [{ id: trimmed?.mediaId as never }], price: 1_500 as never },
      idempotencyKey: 'show-post',
    });
    expect(post.price).toBe(1_500);
    await app.ctx.pool.query('UPDATE live_recordings SET kept_until = $2 WHERE id = $1', [
      recordingId,
      new Date(app.clock.now().getTime() - 1),
    ]);
    app.clock.advance(60_001);
    await sweepOutputs(app.ctx);
    expect(await recordings()).toEqual([]);
    const { rows } = await app.ctx.pool.query('SELECT FROM live_segments WHERE live_id = $1', [id]);
    expect(rows).toEqual([]);
    expect((await producer.call('GET /vault/medias')).length).toBe(2);
  });

  test('a recording of a private show begins when its watcher agrees, and ends when agreement ends', async () => {
    const producer = await joinProducer(app, 'discreta');
    const { id } = await broadcast(app, producer);
    await app.ctx.pool.query('UPDATE lives SET type = 3, private_watcher_id = $2 WHERE id = $1', [
      id,
      app.fan.profileId,
    ]);
    await allowRecording(id);
    const agree = (person: ApiClient, agreed: boolean) =>
      person.ask('PUT /lives/{id}/recording/agreement', { params: { id }, body: { agreed } });
    expect(
      await producer.call('PUT /lives/{id}/recording', { params: { id }, body: { on: true } }),
    ).toEqual({ recording: 'asked' });
    expect(await producer.call('GET /lives/recordings')).toEqual([]);
    expect((await agree(app.stranger, true)).reply.code).toBe('live.notFound');
    expect((await agree(app.fan, true)).reply.data).toEqual({ recording: 'on' });
    expect(await producer.call('GET /lives/recordings')).toMatchObject([{ endedAt: null }]);
    app.clock.advance(10_000);
    expect((await agree(app.fan, false)).reply.data).toEqual({ recording: 'off' });
    expect(await producer.call('GET /lives/recordings')).toMatchObject([
      { endedAt: app.clock.now().toISOString() },
    ]);
  });
});

describe('a program with an ingest key', () => {
  test('a program with an ingest key opens a party, and is disconnected when the key is revoked', async () => {
    const producer = await joinProducer(app, 'estudio');
    const made = await producer.call('POST /lives/ingest/keys', { body: { label: 'OBS' } });
    expect(made.url).toMatch(/\/api\/lives\/ingest\/whip$/);
    const listed = await producer.call('GET /lives/ingest/keys');
    expect(listed).toMatchObject([{ id: made.id, label: 'OBS', usedAt: null }]);
    expect(JSON.stringify(listed)).not.toContain(made.key);
    const { rows } = await app.ctx.pool.query('SELECT k::text AS row FROM live_ingest_keys k');
    expect(rows.map(({ row }) => row).join()).not.toContain(made.key);
    await sendCamera(app, '/lives/ingest/whip', made.key);
    await expect.poll(() => stateOf(producer), WITHIN).toBe('onAir');
    expect((await producer.call('GET /lives/ingest/keys'))[0]?.usedAt).not.toBeNull();
    await producer.call('DELETE /lives/ingest/keys/{id}', { params: { id: made.id } });
    await expect.poll(() => stateOf(producer), WITHIN).toBe('away');
    await expect(
      publishPackets(signalAt(app, '/lives/ingest/whip', made.key), 'h264'),
    ).rejects.toThrow('ingest.keyInvalid');
  });

  test('a program with an ingest key uses the show that is open, and needs a producer who may broadcast', async () => {
    const producer = await joinProducer(app, 'janela');
    const live = await producer.call('POST /lives', { body: { type: '2', title: 'Aberta' } });
    const { key } = await producer.call('POST /lives/ingest/keys', { body: {} });
    await sendCamera(app, '/lives/ingest/whip', key);
    await expect.poll(() => stateOf(producer), WITHIN).toBe('onAir');
    const open = await producer.call('GET /lives/{username}', { params: { username: 'janela' } });
    expect(open?.id).toBe(live.id);
    await app.ctx.pool.query("UPDATE profiles SET producer_stage = 'suspended' WHERE id = $1", [
      producer.profileId,
    ]);
    for (const token of [key, null, 'cam_live_of_nothing_at_all'])
      await expect(
        publishPackets(signalAt(app, '/lives/ingest/whip', token), 'h264'),
      ).rejects.toThrow('ingest.keyInvalid');
  });

  test('a producer has ten keys at most', async () => {
    const producer = await joinProducer(app, 'chaves');
    const create = () => producer.ask('POST /lives/ingest/keys', { body: {} });
    for (let made = 0; made < 10; made += 1) expect((await create()).status).toBe(200);
    expect((await create()).reply.code).toBe('ingest.tooManyKeys');
  });
});

test('segments come into storage by the events of the engine alone', async () => {
  const { id } = await broadcast(app, await joinProducer(app, 'corrente'));
  await app.fan.call('POST /lives/{id}/hls', { params: { id } });
  await expect
    .poll(
      async () =>
        (
          await app.ctx.pool.query(
            'SELECT count(*)::int AS n FROM live_segments WHERE live_id = $1',
            [id],
          )
        ).rows[0].n,
      WITHIN,
    )
    .toBeGreaterThan(2);
});

test('a viewer who comes while an output is being stopped starts it again', async () => {
  const roomy = await testApp({ settings: engine });
  const { id } = await broadcast(roomy, await joinProducer(roomy, 'folgada'));
  const { live } = roomy.ctx;
  const stopsLate = {
    makesOutputs: true,
    startOutput: (room: string) => live.startOutput(room),
    stopOutput: async (room: string) => {
      await roomy.fan.call('POST /lives/{id}/hls', { params: { id } });
      await live.stopOutput(room);
    },
  } as typeof live;
  await syncOutput({ ...roomy.ctx, live: stopsLate }, id);
  await expect
    .poll(async () => {
      await collectSegments(roomy.ctx);
      const { rows } = await roomy.ctx.pool.query('SELECT FROM live_segments WHERE live_id = $1', [
        id,
      ]);
      return rows.length;
    }, WITHIN)
    .toBeGreaterThan(1);
});
