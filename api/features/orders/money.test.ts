// The money of custom orders: locked and settled once however many calls come at the same moment,
// whole after a break at every write, and never lost when payments or accounts go.
import { randomUUIDv7 } from 'node:crypto';
import type { OrderId } from '@camarim/contract/features/orders';
import type { ProfileId } from '@camarim/contract/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { TEST_PASSWORD } from '../../testing/app.ts';
import { appWithBank, type TestAppWithBank } from '../../testing/bank.ts';
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
} from '../../testing/ordering.ts';
import { payersOf } from '../../testing/payers.ts';
import { fill, joinProducer } from '../../testing/publishing.ts';
import { back } from '../../testing/subscribing.ts';
import { endDueOrders } from './decide-order.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PRICE = 5_000;
let app: TestAppWithBank;
let people = 0;
beforeAll(async () => {
  app = await appWithBank();
});

type Pair = { fan: ApiClient; producer: ApiClient; id: OrderId };
const offered = async (balance = 20_000, fan?: ApiClient): Promise<Pair> => {
  people += 1;
  const producer = await joinProducer(app, `faz${people}`);
  const buyer = fan ?? (await app.join(`quer${people}`));
  await follow(buyer, producer);
  if (balance > 0) await fill(app, buyer, balance);
  const id = await askFor(buyer, producer);
  await offerFor(producer, id, PRICE);
  return { fan: buyer, producer, id };
};
const paid = async (): Promise<Pair> => {
  const pair = await offered();
  await payFor(pair.fan, pair.id);
  return pair;
};
const delivered = async (): Promise<Pair> => {
  const pair = await paid();
  await deliverTo(app, pair.producer, pair.id);
  return pair;
};

/** What the two have, and every transfer of the order. */
const moneyOf = async ({ fan, producer, id }: Pair) => {
  const { rows } = await app.ctx.pool.query(
    `SELECT count(*)::int AS transfers FROM ledger_transfers t WHERE (t.kind = 'order' AND t.reference_id = $1)
       OR t.reverses IN (SELECT id FROM ledger_transfers WHERE kind = 'order' AND reference_id = $1)`,
    [id],
  );
  return {
    wallet: (await app.ctx.ledger.balanceOf(fan.profileId as ProfileId)).balance,
    locked: await app.ctx.ledger.escrowOf(fan.profileId as ProfileId),
    earned: (await app.ctx.ledger.earningsOf(producer.profileId as ProfileId)).pending,
    transfers: rows[0].transfers as number,
  };
};
const UNPAID = { wallet: 20_000, locked: 0, earned: 0, transfers: 0 };
const LOCKED = { wallet: 15_000, locked: PRICE, earned: 0, transfers: 1 };
const SETTLED = { wallet: 15_000, locked: 0, earned: 4_000, transfers: 2 };
const RETURNED = { wallet: 20_000, locked: 0, earned: 0, transfers: 2 };
const stateOf = async ({ id }: Pair) =>
  (await app.ctx.pool.query('SELECT status FROM orders WHERE id = $1', [id])).rows[0]
    .status as string;
const stepsOf = async ({ id }: Pair) =>
  (
    await app.ctx.pool.query(
      'SELECT order_step AS step FROM messages WHERE order_id = $1 ORDER BY seq',
      [id],
    )
  ).rows.map(({ step }) => step as string);

describe('twenty calls at once', () => {
  test.each([
    ['one key: a tap that was sent again and again', () => 'a-key-of-one-tap'],
    ['keys of their own: tabs and devices', () => randomUUIDv7()],
  ])('with %s lock the money of an order once', async (_, keyOf) => {
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

  test('accept the delivery of an order once, beside the job that ends what is due', async () => {
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

  test('of the fan to accept and to dispute, and of the producer to decline and to deliver, have one winner', async () => {
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

  test('to deliver an order while its time ends have one winner', async () => {
    for (let round = 0; round < 3; round += 1) {
      const pair = await paid();
      app.clock.advance(3 * DAY_MS - 1);
      const producer = await back(app, pair.producer);
      const media = await newPicture(app, producer);
      const delivery = producer.ask('POST /orders/{id}/deliver', {
        params: { id: pair.id },
        body: { medias: [media] },
        idempotencyKey: randomUUIDv7(),
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
  const dieAt = (table: string) =>
    app.ctx.pool.query(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END';
      CREATE TRIGGER die AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION die()`);
  const live = (table: string) =>
    app.ctx.pool.query(`DROP TRIGGER die ON ${table}; DROP FUNCTION die()`);
  // A delivery moves no money.
  const WITHOUT_MONEY = ['orders', 'notifications', 'messages', 'outbox'];
  const TABLES = [...WITHOUT_MONEY, 'ledger_entries'];
  const broken = async (table: string, step: () => Promise<{ status: number }>) => {
    await dieAt(table);
    const { status } = await step().finally(() => live(table));
    return status >= 500;
  };

  test.each(TABLES)(
    'when a payment writes %s leaves nothing behind, and is finished by the same key',
    async (table) => {
      const pair = await offered();
      const key = randomUUIDv7();
      const pay = () => payFor(pair.fan, pair.id, PRICE, key);
      expect([await broken(table, pay), await moneyOf(pair), await stateOf(pair)]).toEqual([
        true,
        UNPAID,
        'offered',
      ]);
      const [first, again] = [await pay(), await pay()];
      expect([first.status, again.reply.data.transferId]).toEqual([
        200,
        first.reply.data.transferId,
      ]);
      expect([await moneyOf(pair), await stateOf(pair)]).toEqual([LOCKED, 'accepted']);
    },
  );

  test.each([...WITHOUT_MONEY, 'message_purchases'])(
    'when a delivery writes %s leaves nothing behind, and is finished by the same key',
    async (table) => {
      const pair = await paid();
      const key = randomUUIDv7();
      const media = await newPicture(app, pair.producer);
      const send = () =>
        pair.producer.ask('POST /orders/{id}/deliver', {
          params: { id: pair.id },
          body: { medias: [media] },
          idempotencyKey: key,
        });
      expect([await broken(table, send), await moneyOf(pair), await stateOf(pair)]).toEqual([
        true,
        LOCKED,
        'accepted',
      ]);
      expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
      expect(await stepsOf(pair)).toEqual(['requested', 'offered', 'accepted', 'delivered']);
    },
  );

  test.each(TABLES)(
    'when it is accepted and writes %s leaves the money locked, and is finished by the same key',
    async (table) => {
      const pair = await delivered();
      const key = randomUUIDv7();
      const approve = () => act(pair.fan, 'approve', pair.id, key);
      expect([await broken(table, approve), await moneyOf(pair), await stateOf(pair)]).toEqual([
        true,
        LOCKED,
        'delivered',
      ]);
      expect([(await approve()).status, await moneyOf(pair)]).toEqual([200, SETTLED]);
    },
  );

  test.each(TABLES)(
    'when the job returns its money and writes %s is finished by a later run, and other orders do not wait',
    async (table) => {
      const pair = await paid();
      app.clock.advance(3 * DAY_MS);
      await dieAt(table);
      await endDueOrders(app.ctx).finally(() => live(table));
      expect([await moneyOf(pair), await stateOf(pair)]).toEqual([LOCKED, 'accepted']);
      app.clock.advance(HOUR_MS);
      await endDueOrders(app.ctx);
      expect([await moneyOf(pair), await stateOf(pair)]).toEqual([RETURNED, 'expired']);
    },
  );
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

  test('takes the locked money of an order, which ends unpaid, and leaves no debt', async () => {
    const { person, contest } = await topUp('contesta1');
    const pair = await offered(0, person);
    await payFor(person, pair.id);
    await contest();
    expect([await stateOf(pair), await moneyOf(pair)]).toEqual([
      'refunded',
      { wallet: 0, locked: 0, earned: 0, transfers: 2 },
    ]);
    expect(await app.ctx.ledger.debtOf(person.profileId as ProfileId)).toBe(0);
    const producer = await back(app, pair.producer);
    expect((await deliverTo(app, producer, pair.id)).reply.code).toBe('order.notPossible');
    expect(
      await producer.call('GET /profiles/notifications', { query: { types: 'orderUnpaid' } }),
    ).toHaveLength(1);
  });

  test('takes a settled order back from the producer, and the delivery from the fan', async () => {
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
    expect(await app.ctx.ledger.debtOf(person.profileId as ProfileId)).toBe(0);
    const shown = await read(await back(app, person), pair.producer.domainName);
    expect(shown.find(({ order }) => order?.step === 'delivered')?.medias).toEqual([]);
  });

  test('and a settlement at the same moment leave the money of other orders alone', async () => {
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
        key: randomUUIDv7(),
        fromId: person.profileId as ProfileId,
        toId: app.producer.profileId as ProfileId,
        postId: null,
        amount: 5_001 as never,
        feeBps: 0,
      });
      await Promise.all([act(person, 'approve', pair.id), contest()]);
      const states = [await stateOf(other), await stateOf(pair)];
      const holds = states.filter((state) => state === 'accepted' || state === 'delivered').length;
      expect(await app.ctx.ledger.escrowOf(person.profileId as ProfileId)).toBe(holds * PRICE);
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

  test('of a producer gives the locked money of delivered and undelivered orders back', async () => {
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

  test('of a fan counts locked money as theirs, pays what was delivered, and erases what they wrote', async () => {
    const pair = await delivered();
    await remove(pair.fan, 20_000);
    expect([await stateOf(pair), await moneyOf(pair)]).toEqual(['settled', SETTLED]);
    const { rows } = await app.ctx.pool.query('SELECT text FROM orders WHERE id = $1', [pair.id]);
    expect(rows).toEqual([{ text: '' }]);
  });

  test('of a fan takes what they disputed out of the notifications of the producer', async () => {
    const pair = await delivered();
    await disputeIt(pair.fan, pair.id);
    await remove(pair.fan, 20_000);
    const { rows } = await app.ctx.pool.query(
      `SELECT n.text, o.dispute, o.status FROM orders o JOIN notifications n ON n.profile_id = o.producer_id AND n.type = 'orderDisputed' WHERE o.id = $1`,
      [pair.id],
    );
    expect(rows).toEqual([{ text: null, dispute: '', status: 'disputed' }]);
  });

  test('of a producer between the end of the review and the payment gives the money back', async () => {
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
