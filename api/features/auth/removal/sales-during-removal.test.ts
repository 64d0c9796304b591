// Concurrent sale and removal of its seller: the sale is either counted by the removal or refused
// after it, so no money is lost.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { TEST_PASSWORD, testApp, type TestApp } from '../../../testing/app.ts';
import { untilWaitingForLock } from '../../../testing/until.ts';
import { fill, joinProducer } from '../../../testing/publishing.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Movement } from '../../ledger/index.ts';

let app: TestApp;
let payer: ApiClient;
beforeAll(async () => {
  app = await testApp();
  payer = await app.join('pagador');
  await fill(app, payer, 20_000);
});

const tokenFor = async (person: ApiClient): Promise<string> => {
  await person.call('POST /auth/remove');
  await app.runJobs();
  const mails = ((await app.ctx.mail.inbox?.list(100)) ?? []).filter(
    ({ to }) => to === `${person.domainName}@example.com`,
  );
  return mails.flatMap(({ text }) => /account\/remove#([\w-]+)/.exec(text)?.[1] ?? [])[0] ?? '';
};
const confirm = (person: ApiClient, token: string) =>
  app.visitor.ask('POST /auth/remove-confirm', {
    body: { token, email: `${person.domainName}@example.com`, password: TEST_PASSWORD, waive: 0 },
  });
const tipTo = (person: ApiClient, key: string = randomUUID()): Movement => ({
  kind: 'tip',
  key,
  fromId: payer.profileId,
  toId: person.profileId,
  postId: null,
  amount: 1_000 as never,
  feeBps: 2_000,
});
const earned = async (person: ApiClient) =>
  (await app.ctx.ledger.earningsOf(person.profileId)).pending;
const balance = async () => (await app.ctx.ledger.balanceOf(payer.profileId)).balance;

test('a sale that is posted after its seller’s removal is refused, and an earlier sale can be replayed', async () => {
  const producer = await joinProducer(app, 'vendida');
  const other = await joinProducer(app, 'vizinha');
  const key = randomUUID();
  const first = await app.ctx.ledger.post(tipTo(producer, key));
  const token = await tokenFor(producer);
  expect(
    (
      await app.visitor.ask('POST /auth/remove-confirm', {
        body: { token, email: 'vendida@example.com', password: TEST_PASSWORD, waive: 800 },
      })
    ).status,
  ).toBe(200);
  const before = await balance();
  // Both in one batch: the refused one does not affect the other.
  const [refused, paid] = await Promise.allSettled([
    app.ctx.ledger.post(tipTo(producer)),
    app.ctx.ledger.post(tipTo(other)),
  ]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'profile.notFound' } });
  expect(paid.status).toBe('fulfilled');
  expect([await balance(), await earned(producer), await earned(other)]).toEqual([
    before - 1_000,
    800,
    800,
  ]);
  expect(await app.ctx.ledger.post(tipTo(producer, key))).toMatchObject({
    transferId: first.transferId,
    replayed: true,
  });
});

test('an account removal waits for a sale in progress, and counts it', async () => {
  const producer = await joinProducer(app, 'apressada');
  const token = await tokenFor(producer);
  let removal: ReturnType<typeof confirm> | undefined;
  await transaction(app.ctx.db, async (tx) => {
    await app.ctx.ledger.postIn(tx, tipTo(producer));
    removal = confirm(producer, token);
    await untilWaitingForLock(app.ctx.pool);
  });
  const { status, reply } = (await removal) ?? {};
  expect([status, reply?.code, await earned(producer)]).toEqual([409, 'account.moneyLeft', 800]);
});

test('a sale waits for an account removal in progress, and is then refused', async () => {
  const producer = await joinProducer(app, 'decidida');
  let sale: Promise<unknown> | undefined;
  await transaction(app.ctx.db, async (tx) => {
    expect(await app.ctx.ledger.holdingsIn(tx, producer.profileId)).toEqual({
      balance: 0,
      earnings: 0,
    });
    sale = app.ctx.ledger.post(tipTo(producer)).catch((error: unknown) => error);
    await untilWaitingForLock(app.ctx.pool);
    await tx
      .updateTable('users')
      .set({ removed_at: app.clock.now() })
      .where('email', '=', 'decidida@example.com')
      .execute();
  });
  expect(await sale).toMatchObject({ code: 'profile.notFound' });
  expect(await earned(producer)).toBe(0);
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
});
