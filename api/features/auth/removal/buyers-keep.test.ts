// Buyers keep what they bought of a producer who removed the account, as the creator contract says:
// posts and messages, until a decision takes them down.
import type { CollectionId } from '@camarim/contract/features/collections';
import type { MediaId, PostId, TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { testApp, type TestApp } from '../../../testing/app.ts';
import { follow, read, send } from '../../../testing/chatting.ts';
import { insertCollection, purchaseCollection } from '../../../testing/collecting.ts';
import { newPicture } from '../../../testing/orders/ordering.ts';
import { joinAdmin, stepUp } from '../../../testing/producing.ts';
import { fill, joinProducer, open, publish } from '../../../testing/publishing.ts';
import { revokeSales } from '../../funds/index.ts';
import { confirmRemovalOf, removeAccountOf } from '../../../testing/removed-accounts.ts';

let app: TestApp;
const PRICE = centavos(500);
const FOR_SALE = { message: 'foto vendida', price: PRICE };
let bia: ApiClient;
let buyer: ApiClient;
let other: ApiClient;
let chatOf: Record<'buyer' | 'other', string>;
let postId: PostId;
let contentId: string;
let collectionId: CollectionId;

const buyMessage = async (person: ApiClient, slug = 'biasaindo') => {
  const message = (await read(person, slug)).find(({ paidContent }) => paidContent);
  if (!message?.paidContent) throw new Error('there is no message for sale');
  return person.call('POST /chats/messages/{id}/purchase', {
    params: { id: message.id },
    body: { price: PRICE, version: message.paidContent.version },
    idempotencyKey: newId(),
  });
};
const urlsIn = async (person: ApiClient, slug: string) =>
  (await read(person, slug)).flatMap(({ medias }) => medias.map(({ lgThumb }) => lgThumb));

beforeAll(async () => {
  app = await testApp();
  bia = await joinProducer(app, 'biasaindo');
  buyer = await app.join('quemcomprou');
  other = await app.join('quemnaocomprou');
  for (const person of [buyer, other]) {
    await follow(person, bia);
    await fill(app, person, 20_000);
    await send(bia, person, { ...FOR_SALE, medias: [await newPicture(app, bia)] });
    await send(bia, person, 'só para conversar');
  }
  await app.runJobs();
  await buyMessage(buyer);
  await send(buyer, bia, 'adorei');
  const post = await publish(app, bia, { seed: 731, text: 'post vendido', price: PRICE });
  postId = post.id;
  await app.runJobs();
  await buyer.call('POST /posts/{id}/purchase', {
    params: { id: postId },
    body: { price: PRICE },
    idempotencyKey: newId(),
  });
  await buyer.call('POST /posts/{id}/save', { params: { id: postId }, body: { saved: true } });
  const chat = async (person: ApiClient) =>
    (await person.call('GET /chats/{slug}', { params: { slug: 'biasaindo' } })).chat?.id ?? '';
  chatOf = { buyer: await chat(buyer), other: await chat(other) };
  contentId = (
    await app.ctx.pool.query<{ id: string }>(
      'SELECT content_id AS id FROM message_purchases WHERE buyer_id = $1',
      [buyer.profileId],
    )
  ).rows[0]?.id as string;
  collectionId = await insertCollection(app, bia);
  await purchaseCollection(app, buyer, collectionId);
  await removeAccountOf(app, bia);
  app.clock.advance(5_001);
  buyer = await app.join('quemcomprou');
  other = await app.join('quemnaocomprou');
});

test('a conversation with a removed account stays with a buyer, with the bought message only', async () => {
  const chats = await buyer.call('GET /chats', {});
  expect(chats.map(({ id, name }) => [id, name])).toEqual([[chatOf.buyer, '-']]);
  const messages = await read(buyer, chatOf.buyer);
  expect(messages.map(({ content, displayMessage }) => [content, displayMessage])).toEqual([
    ['foto vendida', true],
  ]);
  expect(messages[0]?.paidContent).toMatchObject({ purchased: true, locked: false });
});

test('a picture bought in a message of a removed account opens for its buyer only', async () => {
  const [url] = await urlsIn(buyer, chatOf.buyer);
  expect((await open(app, buyer, url)).statusCode).toBe(200);
  expect((await open(app, other, url)).statusCode).not.toBe(200);
  expect((await open(app, app.visitor, url)).statusCode).not.toBe(200);
});

test('a conversation with a removed account can’t be written in, and the reason is shown', async () => {
  const room = await buyer.call('GET /chats/{slug}', { params: { slug: chatOf.buyer } });
  expect(room.writing).toEqual({ price: null, refusal: 'chat.ended', media: false });
  expect((await send(buyer, bia, 'está aí?')).reply.code).toBe('profile.notFound');
});

test('a conversation with a removed account ends for a person who bought nothing in it', async () => {
  expect(await other.call('GET /chats', {})).toEqual([]);
  const asked = await other.ask('GET /chats/{slug}', { params: { slug: chatOf.other } });
  expect(asked.reply.code).toBe('chat.notFound');
});

test('a post bought of a removed account stays with its buyer, also in the list of saved ones', async () => {
  const post = await buyer.call('GET /posts/{id}', { params: { id: postId } });
  expect([post.text, post.purchased]).toEqual(['post vendido', true]);
  expect((await open(app, buyer, post.medias[0]?.lgThumb)).statusCode).toBe(200);
  expect((await buyer.call('GET /posts/saveds', {})).map(({ id }) => id)).toEqual([postId]);
  const asked = await other.ask('GET /posts/{id}', { params: { id: postId } });
  expect(asked.reply.code).toBe('post.notFound');
});

test('a collection bought of a removed account stays with its buyer, with its posts', async () => {
  const bought = await buyer.call('GET /collections/purchased', {});
  expect(bought.map(({ id }) => id)).toEqual([collectionId]);
  const inside = await buyer.call('GET /collections/{id}/posts', { params: { id: collectionId } });
  expect(inside.map(({ purchased }) => purchased)).toEqual([true, true]);
  const params = { id: collectionId };
  expect((await other.ask('GET /collections/{id}', { params })).reply.code).toBe(
    'collection.notFound',
  );
});

test('the text of a message without a buyer is erased with the account of its author', async () => {
  const { rows } = await app.ctx.pool.query(
    'SELECT id, text FROM message_contents WHERE author_id = $1',
    [bia.profileId],
  );
  expect(rows.filter(({ text }) => text !== '')).toEqual([{ id: contentId, text: 'foto vendida' }]);
});

test('a picture that was bought of a removed account is taken down by a decision, for its buyer too', async () => {
  const [media] = (await read(buyer, chatOf.buyer))[0]?.medias ?? [];
  const admin = await joinAdmin(app, 'chefia');
  await stepUp(app, admin);
  await admin.call('POST /dsb/medias/{id}/take-down', {
    params: { id: media?.id as MediaId },
    body: { reason: 'pedido de quem aparece' },
  });
  await app.runJobs();
  app.clock.advance(5_001);
  buyer = await app.join('quemcomprou');
  expect((await open(app, buyer, media?.lgThumb)).statusCode).not.toBe(200);
});

test('what a suspension hid from buyers stays hidden when the suspended person removes the account', async () => {
  const suspended = await joinProducer(app, 'suspensa');
  const { id } = await publish(app, suspended, { seed: 741, text: 'post vendido', price: PRICE });
  await app.runJobs();
  buyer = await app.join('quemcomprou');
  await buyer.call('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: PRICE },
    idempotencyKey: newId(),
  });
  await app.ctx.pool.query(
    "UPDATE profiles SET producer_stage = 'suspended' WHERE domain_name = 'suspensa'",
  );
  const answer = async () => {
    app.clock.advance(5_001);
    buyer = await app.join('quemcomprou');
    return (await buyer.ask('GET /posts/{id}', { params: { id } })).reply.code;
  };
  expect(await answer()).toBe('post.notFound');
  await removeAccountOf(app, await app.join('suspensa'));
  expect(await answer()).toBe('post.notFound');
});

test('content of a removed account that is still to be erased is hidden from who bought nothing', async () => {
  const leaving = await joinProducer(app, 'saindoagora');
  other = await app.join('quemnaocomprou');
  await follow(other, leaving);
  await send(leaving, other, 'conversa privada');
  await app.runJobs();
  const params = { id: await insertCollection(app, leaving) };
  const collection = async () => (await other.ask('GET /collections/{id}', { params })).reply.code;
  const { chat } = await other.call('GET /chats/{slug}', { params: { slug: 'saindoagora' } });
  await confirmRemovalOf(app, leaving);
  app.clock.advance(5_001);
  other = await app.join('quemnaocomprou');
  expect(await collection()).toBe('collection.notFound');
  expect(await other.call('GET /chats', {})).toEqual([]);
  const room = await other.ask('GET /chats/{slug}', { params: { slug: chat?.id ?? '' } });
  expect(room.reply.code).toBe('chat.notFound');
});

const textsOf = async ({ profileId }: ApiClient) =>
  (
    await app.ctx.pool.query<{ text: string }>(
      "SELECT text FROM message_contents WHERE author_id = $1 AND text <> ''",
      [profileId],
    )
  ).rows.map(({ text }) => text);

test('what an author sold goes when the last buyer removes the account too', async () => {
  const author = await joinProducer(app, 'saindoprimeiro');
  const last = await app.join('ultimacompra');
  await follow(last, author);
  await fill(app, last, 5_000);
  await send(author, last, { ...FOR_SALE, medias: [await newPicture(app, author)] });
  await app.runJobs();
  await buyMessage(last, 'saindoprimeiro');
  await removeAccountOf(app, author);
  expect(await textsOf(author)).toEqual(['foto vendida']);
  await removeAccountOf(app, last);
  expect(await textsOf(author)).toEqual([]);
});

test('a message of a removed account goes with its text when its only sale is reversed', async () => {
  const author = await joinProducer(app, 'saindovendida');
  const [back, keeps] = [await app.join('devolveu'), await app.join('ficou')];
  for (const person of [back, keeps]) {
    await follow(person, author);
    await fill(app, person, 5_000);
    await send(author, person, { ...FOR_SALE, medias: [await newPicture(app, author)] });
    await app.runJobs();
    await buyMessage(person, 'saindovendida');
  }
  await removeAccountOf(app, author);
  expect(await textsOf(author)).toEqual(['foto vendida', 'foto vendida']);
  const { rows } = await app.ctx.pool.query<{ id: TransferId }>(
    'SELECT transfer_id AS id FROM message_purchases WHERE buyer_id = $1',
    [back.profileId],
  );
  await transaction(app.ctx.db, (tx) =>
    revokeSales(
      app.ctx,
      app.services.payments,
      tx,
      rows.map(({ id }) => id),
    ),
  );
  expect(await textsOf(author)).toEqual(['foto vendida']);
  const chatsOf = async (name: string) => (await app.join(name)).call('GET /chats', {});
  expect(await chatsOf('devolveu')).toEqual([]);
  expect(await chatsOf('ficou')).toHaveLength(1);
});
