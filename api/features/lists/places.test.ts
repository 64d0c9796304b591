// Selections by place never show where a single person lives.
import type { ListId, Selection, SelectionPart } from '@camarim/contract/features/lists';
import type { ProfileId } from '@camarim/contract/ids';
import { PLACE_GROUP_MIN } from '@camarim/contract/limits';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { follow, read } from '../../testing/chatting.ts';
import { joinProducer } from '../../testing/publishing.ts';

let app: TestApp;
let lia: ApiClient;
/** All live in Pernambuco but the last one, who lives in Bahia. */
const people: ApiClient[] = [];
const PE = { kind: 'place', country: 'BR', state: 'PE' } as const;
const BA = { kind: 'place', country: 'BR', state: 'BA' } as const;
const STREET = { street: 'Rua A', county: 'Centro' };
const ADDRESSES = {
  PE: { ...STREET, city: 'Recife', zip: '50010-000', stateCode: 'PE' },
  BA: { ...STREET, city: 'Salvador', zip: '40010-000', stateCode: 'BA' },
};
let byHand: ListId;
let smart: ListId;

beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
  for (let place = 0; place <= PLACE_GROUP_MIN; place += 1) {
    const person = await app.join(`mora${place}`);
    const state = place < PLACE_GROUP_MIN ? 'PE' : 'BA';
    await person.call('PUT /profiles', { body: ADDRESSES[state] });
    await follow(person, lia);
    people.push(person);
  }
  byHand = (await lia.call('POST /lists', { body: { name: 'Uma' } })).id;
  smart = (await lia.call('POST /lists', { body: { name: 'Recife', rule: PE } })).id;
  await lia.call('PUT /lists/{id}/members', {
    params: { id: byHand },
    body: { add: [people[0]?.profileId as ProfileId] },
  });
});

const count = async (include: SelectionPart[], exclude: SelectionPart[] = []) => {
  const { reply } = await lia.ask('POST /lists/count', { body: { include, exclude } });
  return reply.code ?? reply.data;
};
const create = ({ include, exclude }: Selection) =>
  lia.ask('POST /chats/many', {
    body: { include, exclude, message: 'Oi, vizinhança!' },
    idempotencyKey: newId(),
  });

test('a place with enough people is selected, and counted in tens', async () => {
  expect(await count([PE])).toEqual({ count: 10, complete: false, fewerThan: null });
  expect(await count([{ kind: 'list', id: smart }])).toMatchObject({ count: 10, complete: false });
  // One more in the country than in the state is not shown.
  expect(await count([{ kind: 'place', country: 'BR' }])).toMatchObject({ count: 10 });
  expect((await create({ include: [PE], exclude: [] })).status).toBe(200);
  await app.runJobs();
  for (const [place, person] of people.entries())
    expect(await read(person, 'lia.solar')).toHaveLength(place < PLACE_GROUP_MIN ? 1 : 0);
});

test('a place with fewer people answers like one with none, and nothing is sent to it', async () => {
  const few = { count: 0, complete: false, fewerThan: PLACE_GROUP_MIN };
  expect(await count([BA])).toEqual(few);
  expect(await count([{ ...BA, state: 'AC' }])).toEqual(few);
  // Nor beside a large one: the difference of the two would show who lives there.
  expect(await count([PE, BA])).toEqual(few);
  for (const include of [[BA], [PE, BA]])
    expect((await create({ include, exclude: [] })).reply.code).toBe('list.placeTooSmall');
});

test.each<[string, () => Selection]>([
  ['without a list', () => ({ include: [PE], exclude: [{ kind: 'list', id: byHand }] })],
  ['left out of a list', () => ({ include: [{ kind: 'list', id: byHand }], exclude: [PE] })],
  ['beside a list', () => ({ include: [PE, { kind: 'list', id: byHand }], exclude: [] })],
  ['left out of everyone', () => ({ include: [{ kind: 'everyone' }], exclude: [PE] })],
  [
    'in a smart list, without another',
    () => ({ include: [{ kind: 'list', id: smart }], exclude: [{ kind: 'list', id: byHand }] }),
  ],
])('a place %s is neither counted nor sent to', async (_, of) => {
  const selection = of();
  expect(await count(selection.include, selection.exclude)).toBe('list.placeAlone');
  expect((await create(selection)).reply.code).toBe('list.placeAlone');
});

test('places that the producer blocks change neither a count nor the receivers of a message', async () => {
  const one = { kind: 'list', id: byHand } as const;
  const before = [await count([one]), await count([PE])];
  for (const place of [
    { state: 'PE' },
    { state: 'PE', city: 'Recife' },
    { state: 'BA' },
    { country: 'BR' },
  ]) {
    const { id } = await lia.call('POST /profiles/geolocation-block', { body: place as never });
    expect([place, await count([one]), await count([PE])]).toEqual([place, ...before]);
    await lia.call('DELETE /profiles/geolocation-block/{id}', { params: { id } });
  }
  await lia.call('POST /profiles/geolocation-block', { body: { state: 'PE' } });
  const { reply } = await create({ include: [one], exclude: [] });
  await app.runJobs();
  const sent = await lia.call('GET /chats/broadcasts/{id}', { params: { id: reply.data.id } });
  expect([sent.state, sent.statistics.receivers]).toEqual(['sent', 1]);
});

test('the log of an automation is the same for a fan in a place that the producer blocks', async () => {
  const bia = await joinProducer(app, 'bia');
  await bia.call('POST /chats/automations', { body: { trigger: 'follow', message: 'Oi!' } });
  await follow(people[0] as ApiClient, bia);
  await bia.call('POST /profiles/geolocation-block', { body: { state: 'PE' } });
  await app.runJobs();
  const log = await bia.call('GET /chats/automations/log', { query: {} as never });
  expect(log.map(({ state, reason }) => [state, reason])).toEqual([['sent', null]]);
});

test('a scheduled mass message reaches no person when its place has become too small', async () => {
  const sendAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
  const { reply } = await lia.ask('POST /chats/many', {
    body: { include: [PE], message: 'Mais tarde', sendAt },
    idempotencyKey: newId(),
  });
  await people[0]?.call('PUT /profiles', { body: ADDRESSES.BA });
  app.clock.advance(61_000);
  await app.runJobs();
  const sent = await lia.call('GET /chats/broadcasts/{id}', { params: { id: reply.data.id } });
  expect([sent.state, sent.statistics.receivers]).toEqual(['sent', 0]);
});
