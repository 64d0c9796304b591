// What administrators see of the media of a disputed delivery, and for how long.
import type { OrderId } from '@camarim/contract/features/orders';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
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
import { fill, joinProducer, open } from '../../testing/publishing.ts';

let app: TestApp;
let lia: ApiClient;
let fan: ApiClient;
let admin: ApiClient;
beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
  fan = await app.join('pede');
  await follow(fan, lia);
  await fill(app, fan, 20_000);
  await joinAdmin(app, 'chefia');
  await joinAdmin(app, 'segunda.chefia');
  admin = await signInWithProof(app, 'chefia');
});

const delivered = async (): Promise<OrderId> => {
  const id = await askFor(fan, lia);
  await offerFor(lia, id);
  await payFor(fan, id);
  await deliverTo(app, lia, id);
  await app.runJobs();
  return id;
};
const seen = async (person: ApiClient, id: OrderId, decided = false) =>
  (await person.call('GET /dsb/orders', { query: { decided: String(decided) } })).find(
    (order) => order.id === id,
  );
const views = async (id: OrderId): Promise<number> => {
  const { rows } = await app.ctx.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM admin_log WHERE action = 'order.viewed'
      AND subject_id = $1`,
    [id],
  );
  return rows[0]?.count ?? 0;
};
/** Longer than an address that was checked is trusted. */
const forgetAccess = (): void => app.clock.advance(6_000);

test('media of a delivery open to administrators during a dispute or an appeal, and views are recorded', async () => {
  const id = await delivered();
  const settled = await delivered();
  await act(fan, 'approve', settled);
  await disputeIt(fan, id);

  const isDelivery = ({ order }: { order: { id: string; step: string } | null }): boolean =>
    order?.id === id && order.step === 'delivered';
  const bought = (await read(fan, lia.domainName)).find(isDelivery)?.medias[0]?.url;
  expect((await open(app, fan, bought)).statusCode).toBe(200);
  const shown = await seen(admin, id);
  expect(shown).toMatchObject({ appealed: false, message: 'Ficou assim!' });
  const media = shown?.medias[0];
  expect((await open(app, admin, media?.url)).statusCode).toBe(200);
  for (const other of [app.fan, app.stranger, app.visitor])
    expect((await open(app, other, media?.url)).statusCode).not.toBe(200);
  expect([await views(id), await views(settled)]).toEqual([1, 0]);

  await admin.call('POST /dsb/orders/{id}', {
    params: { id },
    body: { outcome: 'refund', reason: 'Vi os triângulos.' },
  });
  forgetAccess();
  expect((await open(app, admin, media?.url)).statusCode).not.toBe(200);
  expect(await seen(admin, id, true)).toMatchObject({ appealed: false, medias: [] });
  expect(await views(id)).toBe(1);

  const ticket = await lia.call('POST /profiles/help', {
    body: { message: 'Está como combinado.', decision: id },
  });
  const appealed = await seen(admin, id, true);
  expect(appealed).toMatchObject({ appealed: true, medias: [{ id: media?.id }] });
  forgetAccess();
  expect((await open(app, admin, appealed?.medias[0]?.url)).statusCode).toBe(200);
  expect((await open(app, fan, bought)).statusCode).not.toBe(200);
  expect(await views(id)).toBe(2);

  const other = await signInWithProof(app, 'segunda.chefia');
  await other.call('POST /dsb/help/{id}', {
    params: { id: ticket.id },
    body: { answer: 'A decisão fica.' },
  });
  forgetAccess();
  expect((await open(app, admin, appealed?.medias[0]?.url)).statusCode).not.toBe(200);
  expect(await seen(admin, id, true)).toMatchObject({ appealed: false, medias: [] });
});
