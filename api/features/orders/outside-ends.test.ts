// Ends of orders that come from outside: blocks between the two, reversals by administrators, and
// media that could not be processed.
import type { OrderId } from '@camarim/contract/features/orders';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { follow, read } from '../../testing/chatting.ts';
import {
  act,
  askFor,
  deliverTo,
  disputeIt,
  offerFor,
  payFor,
} from '../../testing/orders/ordering.ts';
import { signInWithProof } from '../../testing/paying-out.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { block, fill, joinProducer, open, picture, unblock } from '../../testing/publishing.ts';
import { back } from '../../testing/subscribing.ts';
import { endDueOrders } from './decide-order.ts';

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

const newFan = async (): Promise<ApiClient> => {
  const fan = await app.join(`pede${(people += 1)}`);
  await follow(fan, lia);
  await fill(app, fan, 20_000);
  return fan;
};
const paidOrder = async (fan: ApiClient): Promise<OrderId> => {
  const id = await askFor(fan, lia);
  await offerFor(lia, id);
  await payFor(fan, id);
  return id;
};
const delivered = async (fan: ApiClient): Promise<OrderId> => {
  const id = await paidOrder(fan);
  await deliverTo(app, lia, id);
  return id;
};
const balance = async (person: ApiClient): Promise<number> =>
  (await app.ctx.ledger.balanceOf(person.profileId)).balance;
const locked = (person: ApiClient): Promise<number> => app.ctx.ledger.escrowOf(person.profileId);
const earned = async (): Promise<number> =>
  (await app.ctx.ledger.earningsOf(lia.profileId)).pending;
const pass = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  await endDueOrders(app.ctx);
};

describe('an order with a person who is blocked', () => {
  test('an order with a blocked person is not found unpaid, and is undelivered and refunded when paid', async () => {
    const fan = await newFan();
    const [asked, paid] = [await askFor(fan, lia), await paidOrder(fan)];
    await block(app, lia, fan);
    const seen = await fan.call('GET /orders', {});
    expect(seen.map(({ id, profile, actions }) => [id, profile, actions])).toEqual([
      [paid, null, []],
    ]);
    expect((await fan.ask('GET /orders/{id}', { params: { id: asked } })).reply.code).toBe(
      'order.notFound',
    );
    expect((await deliverTo(app, lia, paid)).reply.code).toBe('order.notFound');
    await pass(3 * DAY_MS);
    expect([await balance(fan), await locked(fan)]).toEqual([20_000, 0]);
    lia = await back(app, lia);
    await unblock(app, lia, fan);
  });

  test('an order with a blocked person can still be disputed or accepted by the fan after its delivery', async () => {
    const fan = await newFan();
    const [one, two] = [await delivered(fan), await delivered(fan)];
    await block(app, lia, fan);
    expect([(await disputeIt(fan, one)).status, (await act(fan, 'approve', two)).status]).toEqual([
      200, 200,
    ]);
    await unblock(app, lia, fan);
  });
});

describe('an administrator who reverses a movement of an order', () => {
  test.each([
    ['that locked it', 0],
    ['that settled it', 1],
  ])('%s gives the fan the money and ends the order', async (_, which) => {
    const fan = await newFan();
    const id = await delivered(fan);
    const before = await earned();
    await act(fan, 'approve', id);
    const { rows } = await app.ctx.pool.query(
      "SELECT id FROM ledger_transfers WHERE kind = 'order' AND reference_id = $1 ORDER BY id",
      [id],
    );
    const name = `chefe.encomenda${which}`;
    await joinAdmin(app, name);
    const admin = await signInWithProof(app, name);
    const { status } = await admin.ask('POST /dsb/transactions/{id}/reverse', {
      params: { id: rows[which].id },
      body: { reason: 'pedido da pessoa' },
    });
    expect([status, await balance(fan), await locked(fan), (await earned()) - before]).toEqual([
      200, 20_000, 0, 0,
    ]);
    expect(await fan.call('GET /orders/{id}', { params: { id } })).toMatchObject({
      status: 'refunded',
    });
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });
});

test('the delivery of an order that an administrator refunds is no longer shown to the fan', async () => {
  const fan = await newFan();
  const id = await delivered(fan);
  await app.runJobs();
  const address = (await read(fan, lia.domainName)).at(-1)?.medias[0]?.url;
  expect((await open(app, fan, address)).statusCode).toBe(200);
  await disputeIt(fan, id);
  await joinAdmin(app, 'outrachefia');
  const admin = await signInWithProof(app, 'outrachefia');
  await admin.call('POST /dsb/orders/{id}', {
    params: { id },
    body: { outcome: 'refund', reason: 'Não é isso.' },
  });
  app.clock.advance(6_000);
  expect((await open(app, fan, address)).statusCode).not.toBe(200);
  const shown = (await read(fan, lia.domainName)).find(({ order }) => order?.step === 'delivered');
  expect(shown).toMatchObject({ content: '', medias: [] });
});

test('a delivery of which nothing could ever be shown is not paid by time, unlike one shown in part', async () => {
  const deliver = async (fan: ApiClient, files: readonly Buffer[]): Promise<OrderId> => {
    const id = await paidOrder(fan);
    const medias = [];
    for (const bytes of files)
      medias.push({
        key: await upload(app.server, lia, bytes, 'image/jpeg'),
        contentType: 'image/jpeg',
      });
    await lia.call('POST /orders/{id}/deliver', {
      params: { id },
      body: { message: 'Ficou assim!', medias },
      idempotencyKey: newId(),
    });
    return id;
  };
  const broken = Buffer.from('no picture at all');
  const [one, two] = [await newFan(), await newFan()];
  const before = await earned();
  const nothing = await deliver(one, [broken]);
  const part = await deliver(two, [broken, await picture(71)]);
  await app.runJobs();
  await pass(3 * DAY_MS);
  const statusOf = async (fan: ApiClient, id: OrderId) =>
    (await (await back(app, fan)).call('GET /orders/{id}', { params: { id } })).status;
  expect([await statusOf(one, nothing), await balance(one), await locked(one)]).toEqual([
    'expired',
    20_000,
    0,
  ]);
  expect([await statusOf(two, part), await locked(two)]).toEqual(['settled', 0]);
  expect((await earned()) - before).toBeGreaterThan(0);
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
});
