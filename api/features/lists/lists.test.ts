// Lists and selections: each rule, combinations, who is never selected, and lists kept by hand.
import type { ListId, ListRule, SelectionPart } from '@camarim/contract/features/lists';
import type { ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { insertCollection, purchaseCollection } from '../../testing/collecting.ts';
import { follow, send } from '../../testing/chatting.ts';
import { block, fill, joinProducer, picture, publish, unblock } from '../../testing/publishing.ts';
import { openPlan, stopRenewing, subscribeTo } from '../../testing/subscribing.ts';
import { createSelections } from './selections.ts';

const NAMES = ['segue', 'assina', 'saiu', 'parou', 'gorjeta', 'posta', 'coleta', 'abre', 'escreve'];

let app: TestApp;
let lia: ApiClient;
const fans: Record<string, ApiClient> = {};
let [postId, collectionId, messageId] = ['', '', ''];

const fan = (name: string): ApiClient => fans[name] as ApiClient;
const nameOf = new Map<string, string>();

beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
  await openPlan(lia, 2_000);
  for (const name of NAMES) {
    const person = await app.join(name);
    fans[name] = person;
    nameOf.set(person.profileId, name);
    await fill(app, person, 50_000);
  }
  await subscribeTo(fan('saiu'), lia, 2_000);
  await stopRenewing(fan('saiu'), lia);
  app.clock.advance(40 * DAY_MS);
  lia = await app.join('lia.solar');
  for (const name of NAMES) fans[name] = await app.join(name);
  await follow(fan('segue'), lia);
  await subscribeTo(fan('assina'), lia, 2_000);
  await subscribeTo(fan('parou'), lia, 2_000);
  await stopRenewing(fan('parou'), lia);
  await follow(fan('gorjeta'), lia);
  await app.ctx.ledger.post({
    kind: 'tip',
    key: newId(),
    fromId: fan('gorjeta').profileId,
    toId: lia.profileId,
    postId: null,
    amount: centavos(3_000),
    feeBps: null,
  });
  const price = 1_000;
  postId = (await publish(app, lia, { price, seed: 3 })).id;
  await fan('posta').call('POST /posts/{id}/purchase', {
    params: { id: postId },
    body: { price },
    idempotencyKey: newId(),
  });
  collectionId = await insertCollection(app, lia);
  await purchaseCollection(app, fan('coleta'), collectionId as never);
  await follow(fan('abre'), lia);
  const { reply } = await send(lia, fan('abre'), {
    message: 'Só para você',
    medias: [
      {
        key: await upload(app.server, lia, await picture(7), 'image/jpeg'),
        contentType: 'image/jpeg',
      },
    ],
    price,
  });
  messageId = reply.data.id;
  await app.runJobs();
  await fan('abre').call('POST /chats/messages/{id}/purchase', {
    params: { id: reply.data.id },
    body: { price, version: 1 },
    idempotencyKey: newId(),
  });
  await send(fan('escreve'), lia, { message: 'Oi', fee: 100 });
});

/** Names of the people in the selection. */
const selected = async (
  include: SelectionPart[],
  exclude: SelectionPart[] = [],
): Promise<string[]> => {
  const { ids } = await createSelections(app.ctx).next(
    app.ctx.db,
    lia.profileId,
    { include, exclude },
    { after: null, size: 1_000 },
  );
  return ids.map((id) => nameOf.get(id) ?? id).toSorted();
};
const sorted = (...names: string[]): string[] => names.toSorted();

test('each rule selects the people that it names', async () => {
  const table: [ListRule, string[]][] = [
    [{ kind: 'everyone' }, NAMES],
    [{ kind: 'followers' }, ['segue', 'gorjeta', 'abre', 'assina', 'parou', 'saiu']],
    [{ kind: 'subscribers' }, ['assina', 'parou']],
    [{ kind: 'expired' }, ['saiu']],
    [{ kind: 'renewalOff' }, ['parou']],
    [{ kind: 'neverBought' }, ['segue', 'assina', 'saiu', 'parou', 'gorjeta', 'escreve']],
    [{ kind: 'tippers', amount: centavos(3_000), days: 7 }, ['gorjeta']],
    [{ kind: 'tippers', amount: centavos(3_001), days: 7 }, []],
    [{ kind: 'buyersOfPost', id: postId as never }, ['posta']],
    [{ kind: 'buyersOfCollection', id: collectionId as never }, ['coleta']],
    [{ kind: 'buyersOfMessage', id: messageId as never }, ['abre']],
    [{ kind: 'place', country: 'BR' }, []],
  ];
  const followers = await selected([{ kind: 'followers' }]);
  for (const [rule, names] of table)
    expect([rule, await selected([rule])]).toEqual([
      rule,
      // Subscribing may follow, too: that is the plan's rule and not ours.
      rule.kind === 'followers' ? followers : sorted(...names),
    ]);
  expect(followers).toEqual(expect.arrayContaining(['segue', 'gorjeta', 'abre']));
  expect(followers).not.toContain('escreve');
});

test('a rule of the last days leaves out what is older', async () => {
  const rule: ListRule = { kind: 'tippers', amount: centavos(100), days: 1 };
  await app.ctx.pool.query('UPDATE profiles SET last_seen_at = $2 WHERE id = $1', [
    fan('segue').profileId,
    app.clock.now(),
  ]);
  expect(await selected([{ kind: 'online' }])).toContain('segue');
  expect(await selected([{ kind: 'newThisWeek' }])).toEqual(
    expect.arrayContaining(['segue', 'assina']),
  );
  expect(await selected([{ kind: 'newThisWeek' }])).not.toContain('saiu');
  expect(await selected([rule])).toEqual(['gorjeta']);
  app.clock.advance(8 * DAY_MS);
  expect(await selected([rule])).toEqual([]);
  expect(await selected([{ kind: 'newThisWeek' }])).toEqual([]);
  expect(await selected([{ kind: 'online' }])).toEqual([]);
  lia = await app.join('lia.solar');
  for (const name of NAMES) fans[name] = await app.join(name);
});

test('a selection joins included lists and takes out excluded lists', async () => {
  expect(
    await selected(
      [
        { kind: 'subscribers' },
        { kind: 'expired' },
        { kind: 'tippers', amount: centavos(1), days: 90 },
      ],
      [{ kind: 'renewalOff' }],
    ),
  ).toEqual(sorted('assina', 'saiu', 'gorjeta'));
});

test('a person who blocked the producer or is blocked by them is in no selection', async () => {
  for (const [blocker, blocked] of [
    [lia, fan('segue')],
    [fan('segue'), lia],
  ] as const) {
    await block(app, blocker, blocked);
    expect(await selected([{ kind: 'everyone' }])).toEqual(sorted(...NAMES.slice(1)));
    await unblock(app, blocker, blocked);
  }
});

test('a list kept by hand takes fans only, and its count is live', async () => {
  const list = await lia.call('POST /lists', { body: { name: 'Amigos' } });
  const stranger = await app.join('de.fora');
  const set = (body: object) =>
    lia.call('PUT /lists/{id}/members', { params: { id: list.id }, body: body });
  const add = [fan('segue'), fan('assina'), stranger].map(({ profileId }) => profileId);
  expect(await set({ add })).toMatchObject({ name: 'Amigos', rule: null, members: 2 });
  const members = async () =>
    (await lia.call('GET /lists/{id}/members', { params: { id: list.id } }))
      .map(({ domainName }) => domainName)
      .toSorted();
  expect(await members()).toEqual(['assina', 'segue']);
  const part = { kind: 'list', id: list.id } as const;
  const count = (include: SelectionPart[], exclude: SelectionPart[] = []) =>
    lia.call('POST /lists/count', { body: { include, exclude } });
  expect(await count([part])).toEqual({ count: 2, complete: true, fewerThan: null });
  expect(await count([{ kind: 'everyone' }], [part])).toEqual({
    count: 7,
    complete: true,
    fewerThan: null,
  });
  await block(app, fan('segue'), lia);
  expect([await count([part]), await members()]).toEqual([
    { count: 1, complete: true, fewerThan: null },
    ['assina'],
  ]);
  await unblock(app, fan('segue'), lia);
  expect(await set({ remove: [fan('segue').profileId] })).toMatchObject({ members: 1 });
});

test('a smart list is its rule, which may be changed, and no person is put into it by hand', async () => {
  const list = await lia.call('POST /lists', {
    body: { name: 'Assinantes', rule: { kind: 'subscribers' } },
  });
  expect(list).toMatchObject({ members: null, rule: { kind: 'subscribers' } });
  expect(
    (
      await lia.ask('PUT /lists/{id}/members', {
        params: { id: list.id },
        body: { add: [fan('segue').profileId] },
      })
    ).reply.code,
  ).toBe('list.byRule');
  expect(await selected([{ kind: 'list', id: list.id }])).toEqual(['assina', 'parou']);
  await lia.call('PUT /lists/{id}', {
    params: { id: list.id },
    body: { rule: { kind: 'expired' } },
  });
  expect(await selected([{ kind: 'list', id: list.id }])).toEqual(['saiu']);
});

test('a list of another producer and a deleted one are in no selection', async () => {
  const bia = await joinProducer(app, 'bia');
  const list = await bia.call('POST /lists', {
    body: { name: 'Dela', rule: { kind: 'everyone' } },
  });
  const ask = async (id: ListId) =>
    (await lia.ask('POST /lists/count', { body: { include: [{ kind: 'list', id }] } })).reply.code;
  expect(await ask(list.id)).toBe('list.notFound');
  expect(await selected([{ kind: 'list', id: list.id }])).toEqual([]);
  const own = await lia.call('POST /lists', { body: { name: 'Minha' } });
  await lia.call('DELETE /lists/{id}', { params: { id: own.id } });
  expect(await ask(own.id)).toBe('list.notFound');
  expect((await lia.call('GET /lists', {})).map(({ id }) => id)).not.toContain(own.id);
});

test('batches of a selection meet without gaps and repetitions', async () => {
  const selections = createSelections(app.ctx);
  const found: string[] = [];
  let after: ProfileId | null = null;
  do {
    const batch: Awaited<ReturnType<typeof selections.next>> = await selections.next(
      app.ctx.db,
      lia.profileId,
      { include: [{ kind: 'everyone' }], exclude: [] },
      { after, size: 2 },
    );
    found.push(...batch.ids);
    after = batch.last;
  } while (after !== null);
  expect(found.map((id) => nameOf.get(id)).toSorted()).toEqual(sorted(...NAMES));
});
