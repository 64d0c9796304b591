// Live shows: opened by producers, one at a time, seen by those who may see their producer, and
// ended.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { partyOf } from '../../testing/lives/party.ts';
import { block, joinProducer, refused } from '../../testing/publishing.ts';
import { notifyFollowers } from './notify-followers.ts';

/** Midnight in São Paulo is so much later than in UTC. */
const SAO_PAULO_MS = 3 * HOUR_MS;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const open = (producer: ApiClient, idempotencyKey: string = newId()) =>
  producer.ask('POST /lives', { body: { type: '2', title: 'Sexta' }, idempotencyKey });
const activeFor = async (requester: ApiClient) =>
  (await requester.call('GET /lives/active', { query: { limit: 60 } })).map(
    ({ profile }) => profile.domainName,
  );
const openOf = (requester: ApiClient, producer: ApiClient) =>
  requester.call('GET /lives/{username}', { params: { username: producer.domainName } });

describe('a party', () => {
  test('a producer has one open show, and a repeated call with the same key answers the same show', async () => {
    const nova = await joinProducer(app, 'nova');
    const key = newId();
    const first = await open(nova, key);
    expect(first.reply.data).toMatchObject({
      type: '2',
      title: 'Sexta',
      state: 'starting',
      watchers: 0,
      totalWatchers: 0,
      totalEarnings: 0,
      pricePerMinute: null,
    });
    expect((await open(nova, key)).reply.data?.id).toBe(first.reply.data?.id);
    expect((await open(nova)).reply.code).toBe('live.alreadyLive');
  });

  test('two calls at once open one show', async () => {
    const dupla = await joinProducer(app, 'dupla');
    const answers = await Promise.all([open(dupla), open(dupla)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a show is listed once it is on air, and neither before nor after it has ended', async () => {
    const lume = await joinProducer(app, 'lume');
    await open(lume);
    expect(await activeFor(app.visitor)).not.toContain('lume');
    const id = await partyOf(app, lume);
    expect(await activeFor(app.visitor)).toContain('lume');
    expect(await openOf(app.fan, lume)).toMatchObject({
      state: 'onAir',
      totalEarnings: null,
      totalWatchers: null,
    });
    await lume.call('DELETE /lives/{id}', { params: { id } });
    await lume.call('DELETE /lives/{id}', { params: { id } });
    expect(await activeFor(app.visitor)).not.toContain('lume');
    expect(await openOf(app.fan, lume)).toBeNull();
    expect((await open(lume)).status).toBe(200);
  });

  test('a person whom the producer blocked sees no show', async () => {
    const reta = await joinProducer(app, 'reta');
    await partyOf(app, reta);
    expect(await activeFor(app.fan)).toContain('reta');
    await block(app, reta, app.fan);
    expect(await activeFor(app.fan)).not.toContain('reta');
    expect(await refused(app.fan, 'GET /lives/{username}', { params: { username: 'reta' } })).toBe(
      'profile.notFound',
    );
  });

  test('followers are notified of a party in batches, but no blocked one, and none of an ended show', async () => {
    const aviso = await joinProducer(app, 'aviso');
    const people = await Promise.all(['seguea', 'segueb', 'seguec', 'seguebloq'].map(app.join));
    for (const person of people)
      await person.call('POST /profiles/{id}/follow', {
        params: { id: aviso.profileId },
        body: { following: true },
      });
    await block(app, aviso, people[3] as ApiClient);
    const liveId = await partyOf(app, aviso);
    await notifyFollowers(app.ctx, { liveId }, 2);
    await app.runJobs();
    const noticesOf = async (person: ApiClient) =>
      (await person.call('GET /profiles/notifications', { query: { types: 'liveStarted' } }))
        .length;
    const received = () => Promise.all([...people, app.stranger].map(noticesOf));
    expect(await received()).toEqual([1, 1, 1, 0, 0]);
    await aviso.call('DELETE /lives/{id}', { params: { id: liveId } });
    await app.stranger.call('POST /profiles/{id}/follow', {
      params: { id: aviso.profileId },
      body: { following: true },
    });
    await notifyFollowers(app.ctx, { liveId });
    expect(await received()).toEqual([1, 1, 1, 0, 0]);
  });
});

test('the time on air counts the days of São Paulo: today, the last seven and the last thirty', async () => {
  const hora = await joinProducer(app, 'hora');
  const nowMs = app.clock.now().getTime();
  const todayMs = Math.floor((nowMs - SAO_PAULO_MS) / DAY_MS) * DAY_MS + SAO_PAULO_MS;
  /** On air so many minutes from this instant on; `open`: it has not ended. */
  const aired = (fromMs: number, minutes: number, open = false) =>
    app.ctx.pool.query(
      "INSERT INTO lives (id, producer_id, type, started_at, published_at, ended_at, end_reason) VALUES ($1, $2, 2, $3, $3, $4, CASE WHEN $4::timestamptz IS NOT NULL THEN 'producer' END)",
      [
        newId(),
        hora.profileId,
        new Date(fromMs),
        open ? null : new Date(fromMs + minutes * MINUTE_MS),
      ],
    );
  const seconds = () => hora.call('GET /lives/get-online-time');
  expect(await seconds()).toEqual({ todaySeconds: 0, weekSeconds: 0, monthSeconds: 0 });
  await aired(nowMs - MINUTE_MS, 1, true);
  expect(await seconds()).toEqual({ todaySeconds: 60, weekSeconds: 60, monthSeconds: 60 });
  // Half of each is before the first day that counts.
  await aired(todayMs - 6 * DAY_MS - 10 * MINUTE_MS, 20);
  await aired(todayMs - 29 * DAY_MS - 5 * MINUTE_MS, 10);
  await aired(todayMs - 40 * DAY_MS, 60);
  expect(await seconds()).toEqual({
    todaySeconds: 60,
    weekSeconds: 60 + 600,
    monthSeconds: 60 + 1_200 + 300,
  });
});

test('a private show needs an accepted call', async () => {
  const calma = await joinProducer(app, 'calma');
  expect(
    await refused(calma, 'POST /lives', {
      body: { type: '3', privateWatcherId: app.fan.profileId },
    }),
  ).toBe('live.callNotAccepted');
});

test('a removed account leaves no open show and no visits', async () => {
  const vaga = await joinProducer(app, 'vaga');
  const id = await partyOf(app, vaga);
  const { rowCount } = await app.ctx.pool.query(
    'INSERT INTO live_viewers (id, live_id, profile_id, joined_at) VALUES (gen_random_uuid(), $1, $2, $3)',
    [await partyOf(app, app.producer), vaga.profileId, app.clock.now()],
  );
  expect(rowCount).toBe(1);
  await app.services.personalData.erase(vaga.profileId);
  await app.services.personalData.erase(vaga.profileId);
  const { rows } = await app.ctx.pool.query(
    'SELECT (SELECT ended_at IS NOT NULL AND title = $3 FROM lives WHERE id = $1) AS ended, (SELECT count(*)::int FROM live_viewers WHERE profile_id = $2) AS visits',
    [id, vaga.profileId, ''],
  );
  expect(rows[0]).toEqual({ ended: true, visits: 0 });
});
