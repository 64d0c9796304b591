// A private show is recorded only while both of its people want it: not before its watcher agrees,
// also where its camera settings ask for a recording, and nothing that was made outside of that.
import type { LiveId } from '@camarim/contract/features/lives';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type ScriptedEngine, scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { callFor, enter, joinShowPair, openShow } from '../../../testing/lives/paid-show.ts';
import { syncPublisher } from '../media/sync-engine.ts';
import { insertSegment } from './segments-store.ts';
import { syncOutput } from './sync-output.ts';

const SEGMENT_MS = 2_000;

let app: TestApp;
let engine: ScriptedEngine;
/** Rooms of which an output was begun. */
const outputs: string[] = [];
beforeAll(async () => {
  app = await testApp({ live: (clock) => (engine = scriptedEngine(clock)) });
  Object.assign(engine, {
    makesOutputs: true,
    startOutput: async (room: string) => void outputs.push(room),
    stopOutput: async () => {},
  });
});

const stateOf = async (producer: ApiClient) =>
  (await producer.call('GET /lives/{username}', { params: { username: producer.domainName } }))
    ?.recording;
const agree = (fan: ApiClient, id: LiveId, agreed: boolean) =>
  fan.call('PUT /lives/{id}/recording/agreement', { params: { id }, body: { agreed } });

/** A private show on air, whose camera settings ask for a recording. */
const privateShow = async () => {
  const { producer, fan } = await joinShowPair(app, 10_000, { recorded: true });
  await callFor(fan, producer);
  const id = await openShow(producer, '3', fan);
  expect((await enter(fan, id)).status).toBe(200);
  engine.send(id, producer.profileId);
  await syncPublisher(app.ctx, { id });
  return { producer, fan, id };
};

test('a private show whose settings ask for a recording has none before its watcher agrees', async () => {
  const { producer, fan, id } = await privateShow();
  expect(await stateOf(producer)).toBe('asked');
  expect(await producer.call('GET /lives/recordings')).toEqual([]);
  expect(outputs).not.toContain(id);
  expect(await agree(fan, id, true)).toEqual({ recording: 'on' });
  expect(await producer.call('GET /lives/recordings')).toMatchObject([{ endedAt: null }]);
  expect(outputs).toContain(id);
});

test('no segments of a private show are made because many watch it', async () => {
  const config = app.ctx.config as { LIVE_HLS_ABOVE_VIEWERS: number };
  const { LIVE_HLS_ABOVE_VIEWERS: before } = config;
  onTestFinished(() => void (config.LIVE_HLS_ABOVE_VIEWERS = before));
  config.LIVE_HLS_ABOVE_VIEWERS = 0;
  const { id } = await privateShow();
  await syncOutput(app.ctx, id);
  expect(outputs).not.toContain(id);
});

test('a watcher who refuses a recording is not asked any more, until its producer asks again', async () => {
  const { producer, fan, id } = await privateShow();
  expect(await agree(fan, id, false)).toEqual({ recording: 'off' });
  expect(await stateOf(producer)).toBe('off');
  expect(await producer.call('GET /lives/recordings')).toEqual([]);
  const again = { params: { id }, body: { on: true } };
  expect(await producer.call('PUT /lives/{id}/recording', again)).toEqual({ recording: 'asked' });
});

test('a recording of a private show has only what was made while its watcher agreed', async () => {
  const { fan, id } = await privateShow();
  let number = 0;
  /** A segment that ends now. */
  const segment = () =>
    transaction(app.ctx.db, (tx) =>
      insertSegment(tx, {
        liveId: id,
        series: 'serie',
        number: (number += 1),
        durationMs: SEGMENT_MS,
        madeAt: app.clock.now(),
      }),
    );
  await segment();
  await agree(fan, id, true);
  app.clock.advance(SEGMENT_MS / 2);
  await segment();
  app.clock.advance(SEGMENT_MS);
  await segment();
  await agree(fan, id, false);
  app.clock.advance(SEGMENT_MS / 2);
  await segment();
  const { rows } = await app.ctx.pool.query(
    'SELECT number FROM live_segments WHERE live_id = $1 AND recording_id IS NOT NULL',
    [id],
  );
  expect(rows).toEqual([{ number: 3 }]);
});
