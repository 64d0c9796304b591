// Custom orders from the request to the end: who acts when, what the conversation shows, and whose
// the money is at each step.
import type { OrderId } from '@camarim/contract/features/orders';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { follow, read } from '../../testing/chatting.ts';
import {
  act,
  askFor,
  declineIt,
  deliverTo,
  disputeIt,
  newPicture,
  offerFor,
  payFor,
  WISH,
} from '../../testing/orders/ordering.ts';
import { endDueOrders } from './decide-order.ts';
import { signInWithProof } from '../../testing/paying-out.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { back } from '../../testing/subscribing.ts';
import { fill, joinProducer, open } from '../../testing/publishing.ts';

let app: TestApp;
let lia: ApiClient;
let people = 0;
beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
});
// Sessions end while days pass.
beforeEach(async () => {
  lia = await back(app, lia);
});

const newFan = async (balance = 20_000): Promise<ApiClient> => {
  const fan = await app.join(`pede${(people += 1)}`);
  await follow(fan, lia);
  if (balance > 0) await fill(app, fan, balance);
  return fan;
};
const offered = async (fan: ApiClient, price = 5_000, days = 3): Promise<OrderId> => {
  const id = await askFor(fan, lia);
  await offerFor(lia, id, price, days);
  return id;
};
const paidOrder = async (fan: ApiClient, price = 5_000): Promise<OrderId> => {
  const id = await offered(fan, price);
  await payFor(fan, id, price);
  return id;
};
const delivered = async (fan: ApiClient): Promise<OrderId> => {
  const id = await paidOrder(fan);
  await deliverTo(app, lia, id);
  return id;
};
const statusOf = async (person: ApiClient, id: OrderId) =>
  (await person.call('GET /orders/{id}', { params: { id } })).status;
const balance = async (person: ApiClient): Promise<number> =>
  (await app.ctx.ledger.balanceOf(person.profileId)).balance;
const locked = (person: ApiClient): Promise<number> => app.ctx.ledger.escrowOf(person.profileId);
const pending = async (): Promise<number> =>
  (await app.ctx.ledger.earningsOf(lia.profileId)).pending;
const stepsIn = async (reader: ApiClient, other: ApiClient) =>
  (await read(reader, other.domainName)).map(({ order }) => order?.step ?? null);
const news = async (person: ApiClient, type: string) =>
  person.call('GET /profiles/notifications', { query: { types: type } });
const pass = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  await endDueOrders(app.ctx);
};

describe('an order', () => {
  test('an order is requested, offered, paid, delivered and accepted, each with a message and money', async () => {
    const fan = await newFan();
    const before = await pending();
    const id = await askFor(fan, lia);
    expect(await lia.call('GET /orders/{id}', { params: { id } })).toMatchObject({
      role: 'producer',
      status: 'requested',
      text: WISH,
      price: null,
      profile: { domainName: fan.domainName },
      actions: ['offer', 'decline'],
    });
    expect((await offerFor(lia, id)).reply.data).toMatchObject({
      status: 'offered',
      actions: ['decline'],
    });
    const { status, reply } = await payFor(fan, id);
    expect([status, reply.data]).toMatchObject([
      200,
      {
        balance: 15_000,
        order: {
          status: 'accepted',
          actions: [],
          dueAt: new Date(app.clock.now().getTime() + 3 * DAY_MS).toISOString(),
        },
      },
    ]);
    expect([await balance(fan), await locked(fan), await pending()]).toEqual([
      15_000,
      5_000,
      before,
    ]);
    expect((await fan.call('GET /funds'))[0]).toMatchObject({ balance: 15_000, escrow: 5_000 });
    expect((await deliverTo(app, lia, id)).reply.data.status).toBe('delivered');
    const messages = await read(fan, lia.domainName);
    expect(messages.map(({ seq, order }) => [seq, order])).toEqual(
      ['requested', 'offered', 'accepted', 'delivered'].map((step, index) => [
        index + 1,
        { id, step },
      ]),
    );
    const delivery = messages.at(-1);
    expect(delivery).toMatchObject({ content: 'Ficou assim!', displayMessage: true });
    await app.runJobs();
    const address = (await read(fan, lia.domainName)).at(-1)?.medias[0]?.url;
    expect((await open(app, fan, address)).statusCode).toBe(200);
    expect((await open(app, app.stranger, address)).statusCode).not.toBe(200);
    expect((await act(fan, 'approve', id)).reply.data.status).toBe('settled');
    expect([await balance(fan), await locked(fan), (await pending()) - before]).toEqual([
      15_000, 0, 4_000,
    ]);
    expect((await fan.call('GET /funds'))[0]).toMatchObject({ balance: 15_000, escrow: 0 });
    expect(await stepsIn(lia, fan)).toEqual([
      'requested',
      'offered',
      'accepted',
      'delivered',
      'settled',
    ]);
    expect((await fan.call('GET /funds/statements'))[0]).toMatchObject({
      kind: 'order',
      amount: -5_000,
      referenceType: 'order',
      referenceId: id,
      counterpart: null,
    });
    expect(
      (await lia.call('GET /funds/statements', { query: { account: 'earnings' } }))[0],
    ).toMatchObject({
      kind: 'order',
      amount: 4_000,
      counterpart: { domainName: fan.domainName },
    });
    const today = app.clock.now().toISOString().slice(0, 10);
    const { items } = await lia.call('GET /funds/earnings', { query: { from: today, to: today } });
    expect(items).toContainEqual(expect.objectContaining({ kind: 'order', amount: 4_000 }));
    expect((await news(lia, 'order'))[0]).toMatchObject({ amount: 5_000 });
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  test('an order paid without enough balance answers what to top up, and the same key pays it afterwards', async () => {
    const fan = await newFan(700);
    const id = await offered(fan);
    const { status, reply } = await payFor(fan, id, 5_000, 'short-of-money');
    expect([status, reply.code, reply.data]).toEqual([
      402,
      'wallet.insufficient',
      {
        needed: 5_000,
        balance: 700,
        suggested: 10_000,
        intent: { kind: 'order', orderId: id, value: 5_000, label: 'Nome lia.solar' },
      },
    ]);
    expect(await statusOf(fan, id)).toBe('offered');
    await fill(app, fan, 5_000);
    expect((await payFor(fan, id, 5_000, 'short-of-money')).status).toBe(200);
    expect([await balance(fan), await locked(fan)]).toEqual([700, 5_000]);
  });

  test('an order counts for the spending limits from its payment, and no longer when the money is back', async () => {
    const fan = await newFan();
    await fan.call('PUT /funds/spend-limits', { body: { day: 6_000, month: null } });
    const [one, two] = [await offered(fan), await offered(fan)];
    expect((await payFor(fan, one)).status).toBe(200);
    expect((await payFor(fan, two)).reply.code).toBe('spending.dayLimit');
    await declineIt(lia, one);
    expect((await payFor(fan, two)).status).toBe(200);
  });

  test('an order is paid at the price that was seen, or not', async () => {
    const fan = await newFan();
    const id = await offered(fan);
    expect((await payFor(fan, id, 4_999)).reply.code).toBe('order.priceChanged');
    expect([await balance(fan), await locked(fan)]).toEqual([20_000, 0]);
  });

  test('a delivery can be neither edited nor unsent, and its media are not sold to the fan again', async () => {
    const fan = await newFan();
    await delivered(fan);
    const delivery = (await read(lia, fan.domainName)).at(-1);
    const params = { id: delivery?.id as never };
    const offer = (await read(lia, fan.domainName)).find(({ order }) => order?.step === 'offered');
    expect([
      (await lia.ask('DELETE /chats/messages/{id}', { params: { id: offer?.id as never } })).reply
        .code,
      (await lia.ask('DELETE /chats/messages/{id}', { params })).reply.code,
      (await lia.ask('PUT /chats/messages/{id}', { params, body: { message: 'x' } })).reply.code,
    ]).toEqual(['message.sold', 'message.sold', 'message.sold']);
    const media = { id: delivery?.medias[0]?.id as MediaId };
    const sent = await lia.call('POST /chats/messages', {
      body: { receiverId: fan.profileId as ProfileId, medias: [media], price: 900 as never },
      idempotencyKey: newId(),
    });
    expect(sent.paidContent).toMatchObject({ owned: 1 });
    expect((await read(fan, lia.domainName)).at(-1)?.paidContent).toMatchObject({ locked: false });
  });
});

describe('an order is refused', () => {
  test('an order is refused when the two people have three that are not paid', async () => {
    const fan = await newFan();
    const asked = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        fan.ask('POST /orders', {
          body: { profileId: lia.profileId as ProfileId, text: WISH },
          idempotencyKey: `wish-number-${index}`,
        }),
      ),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
  });

  test('an order is refused to other people, to the wrong party, and in a state that forbids the action', async () => {
    const [fan, other] = [await newFan(), await newFan()];
    const id = await askFor(fan, lia);
    const codes = [
      await other.ask('GET /orders/{id}', { params: { id } }),
      await payFor(lia, id),
      await payFor(fan, id),
      await act(fan, 'approve', id),
      await disputeIt(fan, id),
      await deliverTo(app, lia, id),
    ].map(({ reply }) => reply.code);
    expect(codes).toEqual([
      'order.notFound',
      'order.notFound',
      'order.notPossible',
      'order.notPossible',
      'order.notPossible',
      'order.notPossible',
    ]);
    await act(fan, 'withdraw', id);
    expect((await offerFor(lia, id)).reply.code).toBe('order.notPossible');
  });

  test('an order is refused by members who produce nothing, and to producers who only receive writing', async () => {
    const fan = await newFan();
    const ask = (profileId: unknown) =>
      fan.ask('POST /orders', {
        body: { profileId: profileId as ProfileId, text: WISH },
        idempotencyKey: newId(),
      });
    expect((await ask(app.stranger.profileId)).reply.code).toBe('chat.notContact');
    const shy = await joinProducer(app, 'so.assinantes');
    await shy.call('PUT /chats/options', {
      body: {
        audience: 'members',
        onlyTipped: false,
        membersFreeOfTip: false,
        price: 100,
      },
    });
    expect((await ask(shy.profileId)).reply.code).toBe('chat.membersOnly');
  });
});

describe('the money of an order goes back to the fan', () => {
  test('the money of an order is refunded when the producer declines after the payment', async () => {
    const fan = await newFan();
    const id = await paidOrder(fan);
    expect((await declineIt(lia, id)).reply.data).toMatchObject({
      status: 'declined',
      note: 'Não consigo.',
    });
    expect([await balance(fan), await locked(fan)]).toEqual([20_000, 0]);
    expect((await news(fan, 'orderReturned'))[0]).toMatchObject({ amount: 5_000 });
    expect((await payFor(fan, id)).reply.code).toBe('order.notPossible');
  });

  test('the money of an order is refunded at the very instant from which a delivery is refused', async () => {
    const fan = await newFan();
    const id = await paidOrder(fan);
    await pass(3 * DAY_MS - 1);
    expect(await statusOf(await back(app, fan), id)).toBe('accepted');
    app.clock.advance(1);
    lia = await back(app, lia);
    const body = { medias: [await newPicture(app, lia)] };
    const late = await lia.ask('POST /orders/{id}/deliver', {
      params: { id },
      body,
      idempotencyKey: newId(),
    });
    expect(late.reply.code).toBe('order.late');
    await pass(0);
    expect(await statusOf(await back(app, fan), id)).toBe('expired');
    expect([await balance(fan), await locked(fan)]).toEqual([20_000, 0]);
  });
});

describe('a delivery', () => {
  test('a delivery is paid once when 72 hours pass, however many processes run the job', async () => {
    const fan = await newFan();
    const id = await delivered(fan);
    await pass(72 * HOUR_MS - 1);
    const before = await pending();
    lia = await back(app, lia);
    expect(await statusOf(lia, id)).toBe('delivered');
    app.clock.advance(1);
    expect((await disputeIt(await back(app, fan), id)).reply.code).toBe('order.late');
    await Promise.all(Array.from({ length: 5 }, () => endDueOrders(app.ctx)));
    expect([await statusOf(lia, id), (await pending()) - before, await locked(fan)]).toEqual([
      'settled',
      4_000,
      0,
    ]);
    expect((await stepsIn(lia, fan)).filter((step) => step === 'settled')).toHaveLength(1);
  });

  test('a disputed delivery waits for an administrator, who decides once, with a reason for both', async () => {
    const fan = await newFan();
    const [one, two] = [await delivered(fan), await delivered(fan)];
    expect((await disputeIt(fan, one)).reply.data.status).toBe('disputed');
    await disputeIt(fan, two);
    await pass(80 * HOUR_MS);
    await joinAdmin(app, 'chefia');
    const admin = await signInWithProof(app, 'chefia');
    const queue = await admin.call('GET /dsb/orders', {});
    expect(queue.map(({ id }) => id)).toEqual([one, two]);
    expect(queue[0]).toMatchObject({
      text: WISH,
      price: 5_000,
      message: 'Ficou assim!',
      dispute: 'Os triângulos são verdes.',
      fan: { domainName: fan.domainName },
      producer: { domainName: lia.domainName },
    });
    const before = await pending();
    const decide = (id: OrderId, outcome: 'settle' | 'refund') =>
      admin.ask('POST /dsb/orders/{id}', {
        params: { id },
        body: { outcome, reason: 'Vi os triângulos.' },
      });
    const [settled, refunded, ...again] = [
      await decide(one, 'settle'),
      await decide(two, 'refund'),
      await decide(one, 'refund'),
    ];
    expect([settled?.reply.data.status, refunded?.reply.data.status, again[0]?.reply.code]).toEqual(
      ['settled', 'refunded', 'order.notPossible'],
    );
    expect([await balance(fan), await locked(fan), (await pending()) - before]).toEqual([
      15_000, 0, 4_000,
    ]);
    const [me, her] = [await back(app, fan), await back(app, lia)];
    lia = her;
    expect([
      (await news(me, 'orderKept'))[0]?.text,
      (await news(me, 'orderReturned'))[0]?.text,
      (await news(her, 'order'))[0]?.text,
      (await news(her, 'orderUnpaid'))[0]?.text,
    ]).toEqual(Array.from({ length: 4 }, () => 'Vi os triângulos.'));
    expect(await me.call('GET /orders/{id}', { params: { id: two } })).toMatchObject({
      reason: 'Vi os triângulos.',
    });
    // Each is appealed by the one against whom it was decided.
    const appeal = async (person: ApiClient, decision: OrderId) =>
      (await person.ask('POST /profiles/help', { body: { message: 'Não concordo.', decision } }))
        .reply.code ?? 'ok';
    expect([await appeal(me, one), await appeal(her, one)]).toEqual(['ok', 'ticket.noDecision']);
    expect([await appeal(her, two), await appeal(me, two)]).toEqual(['ok', 'ticket.noDecision']);
    const { rows } = await app.ctx.pool.query(
      'SELECT action, reason FROM admin_log WHERE subject_id = ANY($1::text[]) ORDER BY id',
      [[one, two]],
    );
    expect(rows).toEqual([
      { action: 'order.viewed', reason: '' },
      { action: 'order.viewed', reason: '' },
      { action: 'order.settled', reason: 'Vi os triângulos.' },
      { action: 'order.refunded', reason: 'Vi os triângulos.' },
    ]);
    expect(await admin.call('GET /dsb/orders', { query: { decided: 'true' } })).toHaveLength(2);
  });
});
