// Prices of a mass message for groups of its receivers.
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type Audience, openAudience } from '../../../testing/broadcasts/audience.ts';
import { read } from '../../../testing/chatting.ts';

let audience: Audience;
let listId: string;

beforeAll(async () => {
  audience = await openAudience();
  const lia = audience.lia();
  ({ id: listId } = await lia.call('POST /lists', { body: { name: 'Especiais' } }));
  await lia.call('PUT /lists/{id}/members', {
    params: { id: listId },
    body: { add: [audience.fan(0).profileId, audience.fan(1).profileId] },
  });
});

const last = async (person: ApiClient) => {
  const message = (await read(person, 'lia.solar')).at(-1);
  if (!message?.paidContent) throw new Error('the last message has no price');
  return { ...message, paidContent: message.paidContent };
};
const list = () => ({ kind: 'list' as const, id: listId });
const buy = async (person: ApiClient, price: number) => {
  const { id, paidContent } = await last(person);
  return person.ask('POST /chats/messages/{id}/purchase', {
    params: { id },
    body: { price: price, version: paidContent.version },
    idempotencyKey: crypto.randomUUID(),
  });
};

test('a receiver in a group pays its price, the lowest of several, and all others the price for all', async () => {
  const sent = await audience.sendAll({
    message: 'Ensaio',
    medias: [await audience.image(1)],
    price: 2_000,
    prices: [
      { for: list(), price: 900 },
      { for: { kind: 'newThisWeek' }, price: 1_500 },
    ],
  });
  expect(sent.prices).toEqual([
    { for: { kind: 'list', id: listId }, price: 900 },
    { for: { kind: 'newThisWeek' }, price: 1_500 },
  ]);
  expect((await last(audience.fan(0))).paidContent.price).toBe(900);
  expect((await last(audience.fan(2))).paidContent.price).toBe(1_500);
  expect((await buy(audience.fan(0), 1_500)).reply.code).toBe('chat.priceChanged');
  expect((await buy(audience.fan(0), 900)).status).toBe(200);
  expect((await buy(audience.fan(2), 1_500)).status).toBe(200);
  expect((await audience.view(sent.id)).statistics).toMatchObject({ bought: 2, earned: 1_920 });
});

test('a receiver keeps their price when they leave the group, and prices change only before sending', async () => {
  await audience.nextDay();
  const draft = {
    message: 'Outro',
    medias: [await audience.image(2)],
    price: 2_000,
    prices: [{ for: list(), price: 700 }],
  };
  const { id, medias } = await audience.sendAll(draft);
  await audience.lia().call('PUT /lists/{id}/members', {
    params: { id: listId },
    body: { remove: [audience.fan(1).profileId] },
  });
  expect((await last(audience.fan(1))).paidContent.price).toBe(700);
  const edit = (part: object) =>
    audience.lia().ask('PUT /chats/broadcasts/{id}', {
      params: { id },
      body: { ...draft, medias: medias.map((media) => ({ id: media.id })), ...part },
    });
  expect((await edit({ prices: [] })).reply.code).toBe('broadcast.started');
  expect((await edit({ price: 2_500 })).status).toBe(200);
  expect((await last(audience.fan(1))).paidContent.price).toBe(700);
  expect((await last(audience.fan(3))).paidContent.price).toBe(2_500);
});

test('what is sent again keeps the prices of its groups', async () => {
  await audience.nextDay();
  const { id } = await audience.sendAll({
    message: 'De novo',
    medias: [await audience.image(3)],
    price: 2_000,
    prices: [{ for: list(), price: 800 }],
  });
  await audience.lia().ask('POST /chats/broadcasts/{id}/resend', {
    params: { id },
    idempotencyKey: crypto.randomUUID(),
  });
  await audience.app.runJobs();
  expect((await last(audience.fan(0))).paidContent.price).toBe(800);
  expect((await last(audience.fan(4))).paidContent.price).toBe(2_000);
});

test.each([
  ['a place', { kind: 'place', country: 'BR' }, 2_000, ['list.placeAlone', 'list.placeTooSmall']],
  [
    'a list that does not exist',
    { kind: 'list', id: crypto.randomUUID() },
    2_000,
    ['list.notFound'],
  ],
  ['a group without a price for all', { kind: 'followers' }, null, ['validate.required']],
])('the price of %s is refused', async (_what, group, price, codes) => {
  const { reply } = await audience.create({
    message: 'Oi',
    medias: [await audience.image(4)],
    price: price,
    prices: [{ for: group as never, price: 900 }],
  });
  expect(codes).toContain(reply.code);
});
