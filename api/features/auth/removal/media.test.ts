// The removal of an account erases every media that a person can own, in the database and in
// storage, but what others paid for.
import type { MediaId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { answeringVerifier, refusedBrowser } from '../../../testing/age/answering-verifier.ts';
import { testApp, type TestApp } from '../../../testing/app.ts';
import { follow, send } from '../../../testing/chatting.ts';
import {
  act,
  askFor,
  deliverTo,
  newPicture,
  offerFor,
  payFor,
} from '../../../testing/orders/ordering.ts';
import { joinAdmin, sendDocument, signupOf } from '../../../testing/producing.ts';
import { fill, joinProducer, picture, publish, storedKeys } from '../../../testing/publishing.ts';
import { removeAccountOf } from '../../../testing/removed-accounts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    settings: { CAMARIM_COUNTRY: 'BR', TRUST_PROXY: 'loopback', GEO_COUNTRY_HEADER: 'x-country' },
    verifiers: [answeringVerifier()],
  });
});

const removed = (person: ApiClient): Promise<void> => removeAccountOf(app, person);
/** What the person owns, and how many files of each are stored. */
const owned = async ({ profileId }: ApiClient): Promise<Map<MediaId, number>> => {
  const { rows } = await app.ctx.pool.query<{ id: MediaId }>(
    'SELECT id FROM media WHERE owner_id = $1',
    [profileId],
  );
  const keys = await storedKeys(app);
  return new Map(rows.map(({ id }) => [id, keys.filter((key) => key.includes(id)).length]));
};
const leftOf = async (person: ApiClient): Promise<MediaId[]> =>
  [...(await owned(person))].flatMap(([id, files]) => (files > 0 ? id : []));
const setImages = async (person: ApiClient, seed: number): Promise<void> => {
  const key = async (offset: number) =>
    upload(app.server, person, await picture(seed + offset), 'image/jpeg', 'public');
  await person.call('PUT /profiles', {
    body: { profileImageKey: await key(0), headerImageKey: await key(1) },
  });
};

test('the removal of a fan erases their profile images, the only files that they can send', async () => {
  const fan = await app.join('fasaindo');
  await setImages(fan, 700);
  await follow(fan, app.producer);
  const key = await upload(app.server, fan, await picture(702), 'image/jpeg', 'public');
  const medias = [{ key, contentType: 'image/jpeg' }];
  expect((await send(fan, app.producer, { message: 'Veja', medias })).status).not.toBe(200);
  expect(await leftOf(fan)).toHaveLength(2);
  await removed(fan);
  expect(await leftOf(fan)).toEqual([]);
});

test('the removal of a producer erases media of every kind, except what a fan bought', async () => {
  const lia = await joinProducer(app, 'liasaindo');
  const fan = await app.join('compradora');
  await follow(fan, lia);
  await fill(app, fan, 20_000);
  await setImages(lia, 710);
  const order = await askFor(fan, lia);
  await offerFor(lia, order);
  await payFor(fan, order);
  await deliverTo(app, lia, order);
  await act(fan, 'approve', order);
  await send(lia, fan, { message: 'Veja', medias: [await newPicture(app, lia)] });
  await lia.ask('POST /chats/many', {
    body: {
      include: [{ kind: 'followers' }],
      message: 'Oi',
      medias: [await newPicture(app, lia)],
    },
    idempotencyKey: newId(),
  });
  await lia.call('POST /chats/automations', {
    body: { trigger: 'follow', message: 'Oi', medias: [await newPicture(app, lia)] },
  });
  const both = await publish(app, lia, { seed: 720, text: 'no post e nas boas-vindas' });
  const sold = await publish(app, lia, { seed: 721, text: 'vendido', price: centavos(500) });
  const vault = await lia.call('POST /vault/medias', {
    body: { medias: [await newPicture(app, lia)] },
  });
  const kept = vault[0]?.id as MediaId;
  await lia.call('POST /profiles/welcome', {
    body: {
      message: 'Que bom',
      medias: [await newPicture(app, lia), { id: both.mediaIds[0] }, { id: kept }] as never,
    },
  });
  await app.runJobs();
  await fan.call('POST /posts/{id}/purchase', {
    params: { id: sold.id },
    body: { price: centavos(500) },
    idempotencyKey: newId(),
  });
  const before = await leftOf(lia);
  expect(before).toHaveLength(10);
  const { rows } = await app.ctx.pool.query<{ id: MediaId }>(
    'SELECT media_id AS id FROM message_purchases b JOIN message_content_media x ON x.content_id = b.content_id WHERE b.buyer_id = $1',
    [fan.profileId],
  );
  const delivered = rows.map(({ id }) => id);
  expect(delivered).toHaveLength(1);
  await removed(lia);
  expect((await leftOf(lia)).sort()).toEqual([...sold.mediaIds, ...delivered].sort());
});

test('a removal erases documents of undecided requests, which are open work no more', async () => {
  const person = await app.join('pedidoaberto');
  const admin = await joinAdmin(app, 'chefia');
  await person.call('POST /profiles/age', {
    body: {
      documentFrontKey: await sendDocument(app, person),
      selfieKey: await sendDocument(app, person),
    },
    headers: await refusedBrowser(person),
  });
  await person.call('POST /profiles/became-producer', { body: await signupOf(app, person) });
  const documents = async () => (await storedKeys(app)).filter((key) => key.includes('documents/'));
  const kinds = async () =>
    (await admin.call('GET /dsb/todo', {})).items.map(({ kind }) => kind).sort();
  expect((await documents()).length).toBeGreaterThanOrEqual(5);
  expect(await kinds()).toEqual(['ageCheck', 'producerRequest']);
  await removed(person);
  expect(await documents()).toEqual([]);
  expect(await kinds()).toEqual([]);
});
