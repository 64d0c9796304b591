// The calendar of a producer: what begins and ends in a span, what is left out, and moving a post
// to another day.
import { beforeAll, expect, test } from 'vitest';
import type { PostId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { joinProducer, refused } from '../../../testing/publishing.ts';

let app: TestApp;
let iris: ApiClient;

beforeAll(async () => {
  app = await testApp();
  iris = app.producer;
});

const at = (days: number): string =>
  new Date(app.clock.now().getTime() + days * DAY_MS).toISOString();
const write = async (body: object): Promise<PostId> =>
  (await iris.call('POST /posts', { body: { text: 'oi', ...body } })).id;
const between = async (from: number, until: number, person = iris): Promise<string[]> =>
  (await person.call('GET /posts/calendar', { query: { from: at(from), until: at(until) } })).map(
    ({ id }) => id,
  );

test('the calendar lists own posts that start or end in the span, without drafts and archived ones', async () => {
  const week = await write({ startWhen: at(7) });
  const tomorrow = await write({ startWhen: at(1) });
  const ends = await write({ activeDays: 7 });
  await write({ draft: true, startWhen: at(2) });
  const archived = await write({ startWhen: at(3) });
  await iris.call('POST /posts/{id}/archive', { params: { id: archived } });
  expect(await between(0.5, 10)).toEqual([ends, tomorrow, week]);
  expect([await between(0.5, 2), await between(6.5, 7.5), await between(8, 20)]).toEqual([
    [tomorrow],
    [ends, week],
    [],
  ]);
  expect(await between(0.5, 10, await joinProducer(app, 'rival'))).toEqual([]);
  expect(
    await refused(app.fan, 'GET /posts/calendar', { query: { from: at(0), until: at(1) } }),
  ).toBe('auth.producersOnly');
  const { reply } = await iris.ask('GET /posts/calendar', {
    query: { from: at(0), until: at(46) },
  });
  expect(Object.keys(reply.fields ?? {})).toEqual(['until']);
  expect(
    (await iris.ask('GET /posts/calendar', { query: { from: at(1), until: at(0) } })).status,
  ).toBe(400);
});

test('rescheduling a post moves its day in the calendar, and its end if it lasts a number of days', async () => {
  const id = await write({ startWhen: at(20), activeDays: 3 });
  await iris.call('PUT /posts/{id}', { params: { id }, body: { startWhen: at(22) } });
  expect([await between(19.5, 20.5), await between(21.5, 22.5), await between(24.5, 25.5)]).toEqual(
    [[], [id], [id]],
  );
});

test('unpublished posts can be filtered by draft', async () => {
  const draft = await write({ draft: true, text: 'rascunho' });
  const unpublished = async (query = {}) =>
    (await iris.call('GET /posts/unpublished', { query: { limit: 50, ...query } })).map(
      ({ id }) => id,
    );
  const [all, drafts, rest] = [
    await unpublished(),
    await unpublished({ draft: 'true' }),
    await unpublished({ draft: 'false' }),
  ];
  expect([drafts.includes(draft), rest.includes(draft), drafts.length + rest.length]).toEqual([
    true,
    false,
    all.length,
  ]);
});

test('times of a producer are in the time zone of their state, or of Brasília without an address', async () => {
  expect((await iris.call('GET /auth')).profile.timeZone).toBe('America/Sao_Paulo');
  await iris.call('PUT /profiles', {
    body: { street: 'Rua A', county: 'Centro', city: 'Manaus', stateCode: 'AM', zip: '69005-040' },
  });
  expect((await iris.call('GET /auth')).profile.timeZone).toBe('America/Manaus');
});
