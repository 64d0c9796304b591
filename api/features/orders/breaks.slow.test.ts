// Each step of a custom order that breaks off at each of its writes: whole or nothing, and finished
// by the same key.
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids/new-id.ts';
import { appWithBank } from '../../testing/bank.ts';
import {
  breakAt,
  LOCKED,
  orderMoney,
  PRICE,
  RETURNED,
  SETTLED,
  UNPAID,
} from '../../testing/orders/money.ts';
import { act, newPicture, payFor } from '../../testing/orders/ordering.ts';
import { endDueOrders } from './decide-order.ts';

const app = await appWithBank();
const { offered, paid, delivered, moneyOf, stateOf, stepsOf } = orderMoney(app);

describe('a step of an order that breaks off', () => {
  // A delivery moves no money.
  const WITHOUT_MONEY = ['orders', 'notifications', 'messages', 'outbox'];
  const TABLES = [...WITHOUT_MONEY, 'ledger_entries'];

  test.each(TABLES)(
    'an order whose payment breaks off at %s is unchanged, and the same key finishes it',
    async (table) => {
      const pair = await offered();
      const key = newId();
      const pay = () => payFor(pair.fan, pair.id, PRICE, key);
      expect([await breakAt(app, table, pay), await moneyOf(pair), await stateOf(pair)]).toEqual([
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
    'an order whose delivery breaks off at %s is unchanged, and the same key finishes it',
    async (table) => {
      const pair = await paid();
      const key = newId();
      const media = await newPicture(app, pair.producer);
      const send = () =>
        pair.producer.ask('POST /orders/{id}/deliver', {
          params: { id: pair.id },
          body: { medias: [media] },
          idempotencyKey: key,
        });
      expect([await breakAt(app, table, send), await moneyOf(pair), await stateOf(pair)]).toEqual([
        true,
        LOCKED,
        'accepted',
      ]);
      expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
      expect(await stepsOf(pair)).toEqual(['requested', 'offered', 'accepted', 'delivered']);
    },
  );

  test.each(TABLES)(
    'an order whose acceptance breaks off at %s keeps the money locked, and the same key finishes it',
    async (table) => {
      const pair = await delivered();
      const key = newId();
      const approve = () => act(pair.fan, 'approve', pair.id, key);
      expect([
        await breakAt(app, table, approve),
        await moneyOf(pair),
        await stateOf(pair),
      ]).toEqual([true, LOCKED, 'delivered']);
      expect([(await approve()).status, await moneyOf(pair)]).toEqual([200, SETTLED]);
    },
  );

  test.each(TABLES)(
    'an order whose refund breaks off at %s is finished by a later run, and other orders do not wait',
    async (table) => {
      const pair = await paid();
      app.clock.advance(3 * DAY_MS);
      await breakAt(app, table, () => endDueOrders(app.ctx));
      expect([await moneyOf(pair), await stateOf(pair)]).toEqual([LOCKED, 'accepted']);
      app.clock.advance(HOUR_MS);
      await endDueOrders(app.ctx);
      expect([await moneyOf(pair), await stateOf(pair)]).toEqual([RETURNED, 'expired']);
    },
  );
});
