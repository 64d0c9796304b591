// The money of custom orders: locked and settled once however many calls come at the same moment,
// and never lost when payments or accounts go. Breaks at every write: breaks.slow.test.ts.
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { TEST_PASSWORD } from '../../testing/app.ts';
import { appWithBank } from '../../testing/bank.ts';
import { read } from '../../testing/chatting.ts';
import {
  act,
  declineIt,
  deliverTo,
  disputeIt,
  newPicture,
  payFor,
} from '../../testing/orders/ordering.ts';
import {
  breakAt,
  LOCKED,
  orderMoney,
  PRICE,
  RETURNED,
  SETTLED,
  UNPAID,
} from '../../testing/orders/money.ts';
import { payersOf } from '../../testing/payers.ts';
import { fill } from '../../testing/publishing.ts';
import { back } from '../../testing/subscribing.ts';
import { endDueOrders } from './decide-order.ts';

const app = await appWithBank();
const { offered, paid, delivered, moneyOf, stateOf, stepsOf } = orderMoney(app);

describe('twenty calls at once', () => {
  test.each([
    ['one key: a tap that was sent again and again', () => 'a-key-of-one-tap'],
    ['keys of their own: tabs and devices', () => newId()],
  ])('twenty calls at once with %s lock the money of an order once', async (_, keyOf) => {
    const pair = await offered();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => payFor(pair.fan, pair.id, PRICE, keyOf())),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ reply }) => reply.data.transferId)).size).toBe(1);
    expect([await moneyOf(pair), await stepsOf(pair)]).toEqual([
      LOCKED,
      ['requested', 'offered', 'accepted'],
    ]);
  });

  test('twenty calls at once accept the delivery of an order once, beside the job that ends what is due', async () => {
    const pair = await delivered();
    app.clock.advance(72 * HOUR_MS);
    const fan = await back(app, pair.fan);
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => act(fan, 'approve', pair.id))),
      endDueOrders(app.ctx),
      endDueOrders(app.ctx),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([await moneyOf(pair), (await stepsOf(pair)).at(-1)]).toEqual([SETTLED, 'settled']);
    expect((await stepsOf(pair)).filter((step) => step === 'settled')).toHaveLength(1);
  });

  test('simultaneous calls to accept, dispute, decline and deliver an order have one winner', async () => {
    for (let round = 0; round < 3; round += 1) {
      const one = await delivered();
      await Promise.all([act(one.fan, 'approve', one.id), disputeIt(one.fan, one.id)]);
      const [state, money] = [await stateOf(one), await moneyOf(one)];
      // A disputed delivery can still be accepted.
      expect(money).toEqual(state === 'settled' ? SETTLED : LOCKED);
      const two = await paid();
      const answers = await Promise.all([
        declineIt(two.producer, two.id),
        deliverTo(app, two.producer, two.id),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await moneyOf(two)).toEqual((await stateOf(two)) === 'declined' ? RETURNED : LOCKED);
    }
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  test('simultaneous deliveries of an order whose time ends have one winner', async () => {
    for (let round = 0; round < 3; round += 1) {
      const pair = await paid();
      app.clock.advance(3 * DAY_MS - 1);
      const producer = await back(app, pair.producer);
      const media = await newPicture(app, producer);
      const delivery = producer.ask('POST /orders/{id}/deliver', {
        params: { id: pair.id },
        body: { medias: [media] },
        idempotencyKey: newId(),
      });
      app.clock.advance(1);
      const [answer] = await Promise.all([delivery, endDueOrders(app.ctx)]);
      await endDueOrders(app.ctx);
      const delivers = answer.status === 200;
      expect([await stateOf(pair), await moneyOf(pair)]).toEqual(
        delivers ? ['delivered', LOCKED] : ['expired', RETURNED],
      );
    }
  });
});

describe('a step of an order that breaks off', () => {
  test('an order whose payment breaks off at the ledger is unchanged, and the same key finishes it', async () => {
    const pair = await offered();
    const key = newId();
    const pay = () => payFor(pair.fan, pair.id, PRICE, key);
    expect(await breakAt(app, 'ledger_entries', pay)).toBe(true);
    expect([await moneyOf(pair), await stateOf(pair)]).toEqual([UNPAID, 'offered']);
    expect((await pay()).status).toBe(200);
    expect([await moneyOf(pair), await stateOf(pair)]).toEqual([LOCKED, 'accepted']);
  });
});

describe('a disputed payment', () => {
  const topUp = async (name: string) => {
    const payers = payersOf(app);
    const payer = await payers.someone(name);
    await payers.notified(() => app.bank.pay(payer.id));
    const contest = async (): Promise<void> => {
      const status = await app.ctx.payments.pix?.status({
        chargeId: payer.id,
        providerRef: null,
        amountCentavos: PRICE as never,
      });
      await payers.notified(async () => {
        await app.bank.dispute(status?.receipts[0]?.ref ?? '');
        await app.pass(3);
      });
    };
    return { ...payer, contest };
  };

  test('a disputed payment takes the locked money of an order, which ends unpaid, and leaves no debt', async () => {
    const { person, contest } = await topUp('contesta1');
    const pair = await offered(0, person);
    await payFor(person, pair.id);
    await contest();
    expect([await stateOf(pair), await moneyOf(pair)]).toEqual([
      'refunded',
      { wallet: 0, locked: 0, earned: 0, transfers: 2 },
    ]);
    expect(await app.ctx.ledger.debtOf(person.profileId)).toBe(0);
    const producer = await back(app, pair.producer);
    expect((await deliverTo(app, producer, pair.id)).reply.code).toBe('order.notPossible');
    expect(
      await producer.call('GET /profiles/notifications', { query: { types: 'orderUnpaid' } }),
    ).toHaveLength(1);
  });

  test('a disputed payment takes a settled order back from the producer, and the delivery from the fan', async () => {
    const { person, contest } = await topUp('contesta2');
    const pair = await offered(0, person);
    await payFor(person, pair.id);
    await deliverTo(app, pair.producer, pair.id);
    await act(person, 'approve', pair.id);
    await contest();
    expect([await stateOf(pair), await moneyOf(pair)]).toEqual([
      'refunded',
      { wallet: 0, locked: 0, earned: 0, transfers: 4 },
    ]);
    expect(await app.ctx.ledger.debtOf(person.profileId)).toBe(0);
    const shown = await read(await back(app, person), pair.producer.domainName);
    expect(shown.find(({ order }) => order?.step === 'delivered')?.medias).toEqual([]);
  });

  test('a disputed payment and a settlement at the same moment leave the money of other orders alone', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { person, contest } = await topUp(`contesta3${round}`);
      // Another order of the same fan, from other money, was paid first and keeps its own.
      const other = await offered(PRICE * 2, person);
      await payFor(person, other.id);
      const pair = await offered(0, person);
      await payFor(person, pair.id);
      await deliverTo(app, pair.producer, pair.id);
      await fill(app, person, 1);
      await app.ctx.ledger.post({
        kind: 'tip',
        key: newId(),
        fromId: person.profileId,
        toId: app.producer.profileId,
        postId: null,
        amount: 5_001 as never,
        feeBps: 0,
      });
      await Promise.all([act(person, 'approve', pair.id), contest()]);
      const states = [await stateOf(other), await stateOf(pair)];
      const holds = states.filter((state) => state === 'accepted' || state === 'delivered').length;
      expect(await app.ctx.ledger.escrowOf(person.profileId)).toBe(holds * PRICE);
      expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
    }
  });
});

describe('the removal of an account', () => {
  const remove = async (gone: ApiClient, waive: number): Promise<void> => {
    const person = await back(app, gone);
    await person.call('POST /auth/remove');
    await app.runJobs();
    const mails = ((await app.ctx.mail.inbox?.list(200)) ?? []).filter(
      ({ to }) => to === `${person.domainName}@example.com`,
    );
    const token =
      mails.flatMap(({ text }) => /account\/remove#([\w-]+)/.exec(text)?.[1] ?? [])[0] ?? '';
    const body = {
      token,
      email: `${person.domainName}@example.com`,
      password: TEST_PASSWORD,
      waive,
    };
    expect((await app.visitor.ask('POST /auth/remove-confirm', { body })).status).toBe(200);
    await app.runJobs();
  };

  test('the removal of a producer returns the locked money of delivered and undelivered orders', async () => {
    const [one, two] = [await paid(), await delivered()];
    await remove(one.producer, 0);
    await remove(two.producer, 0);
    expect([await stateOf(one), await moneyOf(one)]).toEqual(['refunded', RETURNED]);
    expect([await stateOf(two), await moneyOf(two)]).toEqual(['refunded', RETURNED]);
    const left = await back(app, one.fan);
    expect(await left.call('GET /orders/{id}', { params: { id: one.id } })).toMatchObject({
      note: '',
    });
  });

  test('the removal of a fan pays delivered orders, returns other locked money, and erases their texts', async () => {
    const pair = await delivered();
    await remove(pair.fan, 20_000);
    expect([await stateOf(pair), await moneyOf(pair)]).toEqual(['settled', SETTLED]);
    const { rows } = await app.ctx.pool.query('SELECT text FROM orders WHERE id = $1', [pair.id]);
    expect(rows).toEqual([{ text: '' }]);
  });

  test('the removal of a fan takes their disputes out of the notifications of the producer', async () => {
    const pair = await delivered();
    await disputeIt(pair.fan, pair.id);
    await remove(pair.fan, 20_000);
    const { rows } = await app.ctx.pool.query(
      `SELECT n.text, o.dispute, o.status FROM orders o
        JOIN notifications n ON n.profile_id = o.producer_id AND n.type = 'orderDisputed'
        WHERE o.id = $1`,
      [pair.id],
    );
    expect(rows).toEqual([{ text: null, dispute: '', status: 'disputed' }]);
  });

  test('the removal of a producer between the end of the review and the payment returns the money', async () => {
    const pair = await delivered();
    app.clock.advance(72 * HOUR_MS);
    await app.ctx.pool.query(
      'UPDATE users SET removed_at = $2 WHERE id = (SELECT user_id FROM profiles WHERE id = $1)',
      [pair.producer.profileId, app.clock.now()],
    );
    await endDueOrders(app.ctx);
    expect([await stateOf(pair), await moneyOf(pair)]).toEqual(['refunded', RETURNED]);
  });
});
