// Custom orders at each step, with what their two people have then.
import type { OrderId } from '@camarim/contract/features/orders';
import type { ApiClient } from '../../api-client.ts';
import type { TestAppWithBank } from '../bank.ts';
import { follow } from '../chatting.ts';
import { askFor, deliverTo, offerFor, payFor } from './ordering.ts';
import { fill, joinProducer } from '../publishing.ts';

export const PRICE = 5_000;
export const UNPAID = { wallet: 20_000, locked: 0, earned: 0, transfers: 0 };
export const LOCKED = { wallet: 15_000, locked: PRICE, earned: 0, transfers: 1 };
export const SETTLED = { wallet: 15_000, locked: 0, earned: 4_000, transfers: 2 };
export const RETURNED = { wallet: 20_000, locked: 0, earned: 0, transfers: 2 };

export type Pair = { fan: ApiClient; producer: ApiClient; id: OrderId };

/** Makes orders between new people, and reads their money, state and steps. */
export const orderMoney = (app: TestAppWithBank) => {
  let people = 0;
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
      `SELECT count(*)::int AS transfers FROM ledger_transfers t WHERE (t.kind = 'order'
        AND t.reference_id = $1)
         OR t.reverses IN (SELECT id FROM ledger_transfers WHERE kind = 'order'
           AND reference_id = $1)`,
      [id],
    );
    return {
      wallet: (await app.ctx.ledger.balanceOf(fan.profileId)).balance,
      locked: await app.ctx.ledger.escrowOf(fan.profileId),
      earned: (await app.ctx.ledger.earningsOf(producer.profileId)).pending,
      transfers: rows[0].transfers as number,
    };
  };
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
  return { offered, paid, delivered, moneyOf, stateOf, stepsOf };
};

const dieAt = (app: TestAppWithBank, table: string) =>
  app.ctx.pool.query(`
    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END';
    CREATE TRIGGER die AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION die()`);

/**
 * Runs a step whose connection dies when it writes the table. Returns whether that was answered
 * with a fault.
 */
export const breakAt = async (
  app: TestAppWithBank,
  table: string,
  step: () => Promise<{ status: number } | void>,
): Promise<boolean> => {
  await dieAt(app, table);
  const answer = await step().finally(() =>
    app.ctx.pool.query(`DROP TRIGGER die ON ${table}; DROP FUNCTION die()`),
  );
  return answer !== undefined && answer.status >= 500;
};
