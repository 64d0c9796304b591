// Performers in media of messages: declared when they are sent, and closed for all receivers when
// a performer in them withdraws. Media without a performer are the control.
import type { MessageId } from '@camarim/contract/features/chats/messages';
import type { ConsentScope } from '@camarim/contract/features/verifications/performers';
import type { MediaId, PerformerId } from '@camarim/contract/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { follow, read, send } from '../../../testing/chatting.ts';
import { askFor, offerFor, payFor } from '../../../testing/orders/ordering.ts';
import { decideOn, joinPerformer } from '../../../testing/identity/performing.ts';
import { zipOf } from '../../../testing/media/drawings.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { fill, joinProducer, open, picture, publish } from '../../../testing/publishing.ts';

let app: TestApp;
let admin: ApiClient;
let lia: ApiClient;
let davi: ApiClient;
let seed = 0;

/** Longer than an access decision is cached. */
const MOMENT_MS = 5_001;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'conferente');
  lia = await joinProducer(app, 'lia.solar');
  davi = await app.join('davi.fan');
  await follow(davi, lia);
  await fill(app, davi, 50_000);
});

const performer = (scopes?: readonly ConsentScope[]) =>
  joinPerformer(app, { admin, producer: lia }, (seed += 1), scopes);
const image = async () => ({
  key: await upload(app.server, lia, await picture((seed += 1)), 'image/jpeg'),
  contentType: 'image/jpeg',
});
const sendWith = async (performerIds: readonly PerformerId[], terms: object = {}) => {
  const draft = { medias: [await image()], performerIds: [...performerIds], ...terms };
  const { reply } = await send(lia, davi, { message: 'olha', ...draft });
  await app.runJobs();
  return reply.data;
};
const buy = (id: MessageId, price: number) =>
  davi.ask('POST /chats/messages/{id}/purchase', {
    params: { id },
    body: { price: price, version: 1 },
    idempotencyKey: newId(),
  });
const seen = async (person: ApiClient, id: MessageId) => {
  const other = person === davi ? 'lia.solar' : davi.domainName;
  const message = (await read(person, other, { limit: 100 })).find((one) => one.id === id);
  if (!message) throw new Error(`${id} is not in the conversation`);
  return message;
};
const opens = async (person: ApiClient, url: string | null | undefined): Promise<boolean> =>
  (await open(app, person, url)).statusCode < 300;
const declarationsOf = async (mediaId: MediaId | undefined) => {
  const { rows } = await app.ctx.pool.query(
    'SELECT declared_by, performer_ids FROM media_declarations WHERE media_id = $1 ORDER BY declared_at, id',
    [mediaId],
  );
  return rows;
};

describe('declaring who appears in media of a message', () => {
  test('a message without performers declares its author alone, and one with performers records them', async () => {
    const { id } = await performer();
    const alone = await sendWith([]);
    const both = await sendWith([id]);
    const declared_by = lia.profileId;
    expect(await declarationsOf(alone.medias[0]?.id)).toEqual([{ declared_by, performer_ids: [] }]);
    expect(await declarationsOf(both.medias[0]?.id)).toEqual([
      { declared_by, performer_ids: [id] },
    ]);
    expect((await lia.ask('DELETE /performers/{id}', { params: { id } })).reply.code).toBe(
      'performer.inPosts',
    );
  });

  test('performers who cannot be declared are refused in all that sends media, and nothing is sent', async () => {
    const gone = await performer();
    await gone.withdraw();
    const medias = [await image()];
    const performerIds = [gone.id];
    const content = { message: 'oi', medias, performerIds };
    const before = (await read(davi, 'lia.solar')).length;
    const orderId = await askFor(davi, lia);
    await offerFor(lia, orderId, 1_000, 3);
    await payFor(davi, orderId, 1_000);
    const idempotencyKey = newId();
    const answers = [
      await send(lia, davi, content),
      await lia.ask('POST /chats/many', {
        body: { ...content, include: [{ kind: 'everyone' }], exclude: [] },
        idempotencyKey,
      }),
      await lia.ask('POST /chats/automations', {
        body: { ...content, trigger: 'follow' },
      }),
      await lia.ask('POST /profiles/welcome', { body: content }),
      await lia.ask('POST /orders/{id}/deliver', {
        params: { id: orderId },
        body: content,
        idempotencyKey: newId(),
      }),
    ];
    expect(answers.map(({ reply }) => reply.fields?.['performerIds']?.code)).toEqual(
      answers.map(() => 'performer.notReady'),
    );
    // The three steps of the order.
    expect((await read(davi, 'lia.solar')).length).toBe(before + 3);
  });

  test('an archive is refused in messages and posts without a consent to downloads', async () => {
    const archive = await zipOf({ 'a.jpg': await picture((seed += 1)) });
    const answersFor = async (scopes: ConsentScope[]) => {
      const { id } = await performer(scopes);
      const sendAndPublish = async (content: Buffer, contentType: string) => {
        const media = async () => ({
          key: await upload(app.server, lia, content, contentType),
          contentType,
        });
        const performerIds = [id];
        const sent = await send(lia, davi, {
          message: 'oi',
          medias: [await media()],
          performerIds,
        });
        const published = await lia.ask('POST /posts', {
          body: { text: 'oi', medias: [await media()], performerIds },
        });
        return [sent, published].map(
          ({ status, reply }) => reply.fields?.['performerIds']?.code ?? status,
        );
      };
      return {
        archive: await sendAndPublish(archive, 'application/zip'),
        picture: await sendAndPublish(await picture((seed += 1)), 'image/jpeg'),
      };
    };
    expect(await answersFor(['post', 'message'])).toEqual({
      archive: ['performer.noDownload', 'performer.noDownload'],
      picture: [200, 200],
    });
    expect(await answersFor(['post', 'message', 'download'])).toEqual({
      archive: [200, 200],
      picture: [200, 200],
    });
  });

  test('a media of the vault that was declared in a post needs no second declaration', async () => {
    const { id, withdraw } = await performer();
    const { mediaIds } = await publish(app, lia, {
      seed: (seed += 1),
      performerIds: [id],
    });
    const message = await sendWith([], { medias: mediaIds.map((mediaId) => ({ id: mediaId })) });
    expect(await declarationsOf(mediaIds[0])).toMatchObject([{ performer_ids: [id] }]);
    expect((await seen(davi, message.id)).medias).toHaveLength(1);
    await withdraw();
    expect(await seen(davi, message.id)).toMatchObject({ withheld: true, medias: [] });
  });
});

describe('a withdrawal of consent', () => {
  test('a withdrawal of consent closes media of free, bought and offered messages, and no others', async () => {
    const { id, withdraw } = await performer();
    const price = 700;
    const [free, bought, offered, control] = [
      await sendWith([id]),
      await sendWith([id], { price }),
      await sendWith([id], { price }),
      await sendWith([]),
    ];
    expect((await buy(bought.id, 700)).status).toBe(200);
    const urlOf = async (message: { id: MessageId }) =>
      (await seen(davi, message.id)).medias[0]?.url;
    const urls = [await urlOf(free), await urlOf(bought), await urlOf(control)];
    const answers = () => Promise.all(urls.map((url) => opens(davi, url)));
    expect(await answers()).toEqual([true, true, true]);
    await withdraw();
    app.clock.advance(MOMENT_MS);
    expect(await answers()).toEqual([false, false, true]);
    for (const message of [free, bought, offered])
      expect(await seen(davi, message.id)).toMatchObject({
        withheld: true,
        medias: [],
        processing: false,
        content: 'olha',
      });
    expect((await seen(davi, offered.id)).paidContent).toBeNull();
    expect((await buy(offered.id, 700)).reply.code).toBe('message.notForSale');
    expect(await seen(davi, control.id)).toMatchObject({ withheld: false, medias: [{}] });
    // Their author still sees them, and can neither send nor publish them again.
    const own = await seen(lia, free.id);
    expect(own).toMatchObject({ withheld: true, medias: [{}] });
    expect(await opens(lia, own.medias[0]?.url)).toBe(true);
    const medias = own.medias.map((media) => ({ id: media.id }));
    const again = await send(lia, davi, { message: 'de novo', medias });
    expect(again.reply.fields).toMatchObject({ medias: { code: 'media.withheld' } });
    expect((await lia.ask('POST /posts', { body: { medias } })).reply.fields).toMatchObject({
      medias: { code: 'media.withheld' },
    });
  });

  test('a revoked approval closes the media, and a new one opens them and posts with them', async () => {
    const { id } = await performer();
    const message = await sendWith([id]);
    const mediaId = message.medias[0]?.id as MediaId;
    const { id: postId } = await lia.call('POST /posts', { body: { medias: [{ id: mediaId }] } });
    const states = async () => [
      (await seen(davi, message.id)).medias.length,
      (await davi.ask('GET /posts/{id}', { params: { id: postId } })).status,
    ];
    expect(await states()).toEqual([1, 200]);
    await decideOn(app, { admin, producer: lia }, id, 'revoke');
    expect(await states()).toEqual([0, 404]);
    await decideOn(app, { admin, producer: lia }, id, 'approve');
    expect(await states()).toEqual([1, 200]);
  });

  test('a withdrawal of consent closes and refunds a delivery, and stops planned messages and automations', async () => {
    const { id, withdraw } = await performer();
    const performerIds = [id];
    const orderId = await askFor(davi, lia);
    await offerFor(lia, orderId, 1_000, 3);
    await payFor(davi, orderId, 1_000);
    await lia.call('POST /orders/{id}/deliver', {
      params: { id: orderId },
      body: { message: 'pronto', medias: [await image()], performerIds },
      idempotencyKey: newId(),
    });
    await app.runJobs();
    const delivery = (await read(davi, 'lia.solar')).at(-1);
    const url = delivery?.medias[0]?.url;
    expect(await opens(davi, url)).toBe(true);
    const plan = async (ids: PerformerId[]) =>
      lia.call('POST /chats/many', {
        body: {
          message: 'em breve',
          medias: [await image()],
          performerIds: ids,
          include: [{ kind: 'everyone' }],
          exclude: [],
          sendAt: new Date(app.clock.now().getTime() + 60_000).toISOString(),
        } as never,
        idempotencyKey: newId(),
      });
    const [planned, control] = [await plan(performerIds), await plan([])];
    const rule = async (ids: PerformerId[], message: string) =>
      lia.call('POST /chats/automations', {
        body: { trigger: 'follow', message, medias: [await image()], performerIds: ids } as never,
      });
    await rule(performerIds, 'com ela');
    await rule([], 'só eu');
    await withdraw();
    app.clock.advance(61_000);
    await app.runJobs();
    expect(await opens(davi, url)).toBe(false);
    expect((await read(davi, 'lia.solar')).find((one) => one.id === delivery?.id)?.medias).toEqual(
      [],
    );
    const order = await davi.call('GET /orders/{id}', { params: { id: orderId } });
    expect(order.status).toBe('refunded');
    const stateOf = async (broadcast: { id: string }) =>
      (await lia.call('GET /chats/broadcasts', { query: {} })).find(
        (one) => one.id === broadcast.id,
      )?.state;
    expect([await stateOf(planned), await stateOf(control)]).toEqual(['cancelled', 'sent']);
    const rui = await app.join(`rui${(seed += 1)}`);
    await follow(rui, lia);
    await app.runJobs();
    expect((await read(rui, 'lia.solar')).map((one) => one.content)).toEqual(['só eu']);
  });

  test('a withdrawal tells open conversations, so that they lose the media at once', async () => {
    const { id, withdraw } = await performer();
    const message = await sendWith([id]);
    await app.ctx.pool.query('UPDATE profiles SET last_seen_at = $2 WHERE id = $1', [
      davi.profileId,
      app.clock.now(),
    ]);
    const announced = async (): Promise<number> => {
      const { rows } = await app.ctx.pool.query(
        "SELECT count(*)::int AS announced FROM outbox o WHERE o::text LIKE '%' || $1 || '%'",
        [message.id],
      );
      return rows[0]?.announced;
    };
    const before = await announced();
    await withdraw();
    expect(await announced()).toBe(before + 1);
  });
});
