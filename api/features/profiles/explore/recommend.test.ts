// Recommendations: by common followers and by liked tags, with the reason, never a hidden profile.
import { MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { block, joinProducer, publish, unblock } from '../../../testing/publishing.ts';
import { countStaleListings } from '../../listings/index.ts';

let app: TestApp;
let [ana, beto, caio]: ApiClient[] = [];

const follow = (fan: ApiClient, whom: ApiClient, following = true) =>
  fan.call('POST /profiles/{id}/follow', {
    params: { id: whom.profileId },
    body: { following },
  });
const recommended = async (viewer: ApiClient, headers: Record<string, string> = {}) =>
  (await viewer.call('GET /profiles/recommended', { headers })).map(({ domainName, reason }) => [
    domainName,
    reason.kind === 'tag' ? `#${reason.tag}` : reason.domainName,
  ]);

beforeAll(async () => {
  app = await testApp({
    settings: { TRUST_PROXY: 'loopback', GEO_COUNTRY_HEADER: 'X-Country' },
  });
  [ana, beto, caio] = [
    await joinProducer(app, 'ana'),
    await joinProducer(app, 'beto'),
    await joinProducer(app, 'caio'),
  ];
  const { id } = await publish(app, app.producer, { pictures: 0, text: 'na #praia' });
  await publish(app, caio, { pictures: 0, text: 'outra #praia' });
  await countStaleListings(app.ctx);
  await follow(app.fan, app.producer);
  await follow(app.fan, ana);
  await app.fan.call('POST /posts/{id}/like', { params: { id }, body: { liked: true } });
  for (const other of [app.stranger, await app.join('nina')]) {
    await follow(other, ana);
    await follow(other, beto);
  }
});

test('producers are recommended by common followers and by liked tags', async () => {
  expect(await recommended(app.fan)).toEqual([
    ['beto', 'ana'],
    ['caio', '#praia'],
  ]);
  expect(await recommended(app.producer)).toEqual([]);
});

test('a hidden producer is not recommended, not even by name when they were found before', async () => {
  const [one, other] = [ana as ApiClient, beto as ApiClient];
  for (const hidden of [one, other]) {
    await block(app, hidden, app.fan);
    expect(await recommended(app.fan)).toEqual([['caio', '#praia']]);
    await unblock(app, hidden, app.fan);
  }
});

test('a suspended producer is recommended no more, and neither is their name a reason', async () => {
  const setStage = (person: ApiClient, stage: 'approved' | 'suspended') =>
    app.ctx.db
      .updateTable('profiles')
      .set({ producer_stage: stage })
      .where('id', '=', person.profileId)
      .execute();
  for (const suspended of [ana as ApiClient, beto as ApiClient]) {
    await setStage(suspended, 'suspended');
    expect(await recommended(app.fan)).toEqual([['caio', '#praia']]);
    await setStage(suspended, 'approved');
  }
});

test('a producer who hides from a country is recommended to no member there', async () => {
  const [one, other] = [beto as ApiClient, caio as ApiClient];
  await one.call('POST /profiles/geolocation-block', { body: { country: 'PT' } });
  expect(await recommended(app.fan, { 'x-country': 'PT' })).toEqual([['caio', '#praia']]);
  await other.call('POST /profiles/geolocation-block', { body: { country: 'PT' } });
  expect(await recommended(app.fan, { 'x-country': 'PT' })).toEqual([]);
  expect(await recommended(app.fan)).toHaveLength(2);
});

test('a producer who is followed is recommended no more', async () => {
  await follow(app.fan, beto as ApiClient);
  expect(await recommended(app.fan)).toEqual([['caio', '#praia']]);
});

test('one follower in common is not enough', async () => {
  app.clock.advance(11 * MINUTE_MS);
  await follow(app.fan, beto as ApiClient, false);
  await follow(app.stranger, beto as ApiClient, false);
  expect(await recommended(app.fan)).toEqual([['caio', '#praia']]);
});
