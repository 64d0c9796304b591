// Shows that a program opens: their performers are declared beforehand and checked at each start,
// and where a picture of the face is asked for, the producer opens them on their page.
import type { LiveId } from '@camarim/contract/features/lives';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, createApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { joinPerformer } from '../../../testing/identity/performing.ts';
import { scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { signalAt } from '../../../testing/lives/broadcasting.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { joinProducer, picture, refused } from '../../../testing/publishing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ live: (clock) => scriptedEngine(clock) });
});

/** A producer with a key; `answer` is the refusal of a program that connects with it. */
const studio = async (at: TestApp, name: string) => {
  const producer = createApiClient(at.server, await joinProducer(at, name), { renews: true });
  const { key } = await producer.call('POST /lives/ingest/keys', { body: { label: 'OBS' } });
  const answer = async () => {
    const { statusCode, body } = await at.server.inject({
      method: 'POST',
      url: '/api/lives/ingest/whip',
      headers: { 'content-type': 'application/sdp', authorization: `Bearer ${key}` },
      payload: 'v=0',
    });
    return statusCode === 201 ? null : (JSON.parse(body) as { code: string; message: string });
  };
  const connect = () => signalAt(at, '/lives/ingest/whip', key)('v=0');
  return { producer, connect, answer };
};
const showOf = (producer: ApiClient) =>
  producer.call('GET /lives/{username}', { params: { username: producer.domainName } });
const appearing = async (id: LiveId | undefined) =>
  (
    await app.ctx.pool.query('SELECT performer_id AS id FROM live_performers WHERE live_id = $1', [
      id,
    ])
  ).rows;

test('a program opens a show with the performers who were declared beforehand', async () => {
  const admin = await joinAdmin(app, 'chefia');
  const { producer, connect } = await studio(app, 'elenco');
  const people = { admin, producer };
  const person = await joinPerformer(app, people, 41);
  const noShows = await joinPerformer(app, people, 42, ['post']);
  const declare = (...ids: string[]) => ({ body: { performerIds: ids as never } });
  expect(await refused(producer, 'PUT /lives/ingest/performers', declare(noShows.id))).toBe(
    'performer.noLive',
  );
  expect(await producer.call('GET /lives/ingest/performers')).toEqual([]);
  const { id, stageName } = person;
  expect(await producer.call('PUT /lives/ingest/performers', declare(id, id))).toEqual([
    { id, stageName, mayAppear: true },
  ]);
  const other = await joinProducer(app, 'outroelenco');
  expect(await refused(other, 'PUT /lives/ingest/performers', declare(id))).toBe(
    'performer.notReady',
  );
  await connect();
  expect(await appearing((await showOf(producer))?.id)).toEqual([{ id }]);
  await producer.call('PUT /lives/ingest/performers', declare());
  expect(await producer.call('GET /lives/ingest/performers')).toEqual([]);
});

test('a program opens no show with a person who withdrew, whom its answer and the page name', async () => {
  const admin = await joinAdmin(app, 'chefiadois');
  const { producer, connect, answer } = await studio(app, 'semelenco');
  const person = await joinPerformer(app, { admin, producer }, 43);
  await producer.call('PUT /lives/ingest/performers', { body: { performerIds: [person.id] } });
  await person.withdraw();
  expect(await answer()).toMatchObject({
    code: 'ingest.consentMissing',
    message: expect.stringMatching(/^Duda 43 não consente .* \/options\/shows\?tab=programs; /),
  });
  expect(await producer.call('GET /lives/ingest/performers')).toMatchObject([
    { id: person.id, mayAppear: false },
  ]);
  expect(await showOf(producer)).toBeNull();
  // The control: without that person the program opens one.
  await producer.call('PUT /lives/ingest/performers', { body: { performerIds: [] } });
  await connect();
  expect(await showOf(producer)).toMatchObject({ program: { label: 'OBS' } });
});

test('a person who was only chosen for shows of programs can be removed, and one who appeared can not', async () => {
  const admin = await joinAdmin(app, 'chefiatres');
  const { producer } = await studio(app, 'tiraelenco');
  const chosen = await joinPerformer(app, { admin, producer }, 44);
  const appeared = await joinPerformer(app, { admin, producer }, 45);
  await producer.call('PUT /lives/ingest/performers', { body: { performerIds: [chosen.id] } });
  const remove = (id: string) =>
    producer.ask('DELETE /performers/{id}', { params: { id: id as never } });
  expect((await remove(chosen.id)).status).toBe(200);
  expect(await producer.call('GET /lives/ingest/performers')).toEqual([]);
  const { id } = await producer.call('POST /lives', {
    body: { type: '2', title: 'Dupla', performerIds: [appeared.id] },
  });
  await producer.call('DELETE /lives/{id}', { params: { id } });
  expect((await remove(appeared.id)).reply.code).toBe('performer.inPosts');
  expect(await appearing(id)).toEqual([{ id: appeared.id }]);
});

test('a program enters the show that its page opened for it, also with a key that was held', async () => {
  const { producer, connect, answer } = await studio(app, 'abrepagina');
  await connect();
  const first = await showOf(producer);
  await producer.call('DELETE /lives/{id}', { params: { id: first?.id as LiveId } });
  expect(await answer()).toMatchObject({ code: 'ingest.keyHeld' });
  const { id } = await producer.call('POST /lives', {
    body: { type: '2', title: 'Com OBS', byProgram: true },
  });
  expect(await showOf(producer)).toMatchObject({ id, title: 'Com OBS', program: { label: '' } });
  const page = signalAt(app, `/lives/${id}/whip`, producer.token);
  await expect(page('v=0')).rejects.toThrow('live.sentByProgram');
  await connect();
  expect(await showOf(producer)).toMatchObject({ id, program: { label: 'OBS' } });
});

test('where a picture of the face is asked for, a program enters only the show that was opened with it', async () => {
  const checking = await testApp({
    live: (clock) => scriptedEngine(clock),
    settings: { LIVE_FACE_CHECK: 'true' },
  });
  const { producer, connect, answer } = await studio(checking, 'rostoobs');
  expect(await answer()).toMatchObject({
    code: 'ingest.faceRequired',
    message: expect.stringContaining('Na página /live, tire a foto'),
  });
  expect(await showOf(producer)).toBeNull();
  const start = (more: object) =>
    producer.ask('POST /lives', { body: { type: '2', byProgram: true, ...more } });
  expect((await start({})).reply.code).toBe('live.faceRequired');
  const facePicture = (await picture()).toString('base64');
  expect((await start({ facePicture })).status).toBe(200);
  await connect();
  expect(await showOf(producer)).toMatchObject({ program: { label: 'OBS' } });
  const { rows } = await checking.ctx.pool.query('SELECT kind FROM live_frames');
  expect(rows).toEqual([{ kind: 'face' }]);
});
