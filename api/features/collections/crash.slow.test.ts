// The application killed while a fan buys a collection: it is bought and paid once, or not at all.
import { randomUUID } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ChargeId, ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import type { ReplyOf } from '@camarim/contract/route';
import { beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../platform/ids/new-id.ts';
import { until } from '../../testing/until.ts';
import { type KilledApp, killedApp, type Step } from '../../testing/crash/killed-app.ts';
import { chooseSteps } from '../../testing/crash/soak.ts';

type Purchase = ReplyOf<Routes['POST /collections/{id}/purchase']>['data'];

const PRICE = 1_500;
/** A busy machine needs seconds to start the application again. */
const PATIENCE_MS = 60_000;
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let app: KilledApp;
let collectionId: string;
let postIds: string[];
let sold = 0;
beforeAll(async () => {
  app = await killedApp();
  const { token } = await app.signIn('vendedora', 10_000);
  postIds = [];
  for (const text of ['Um', 'Dois', 'Três']) {
    const body = { text, price: 1_000, public: true };
    const post = await app.press<{ id: string }>('POST', '/posts', token, {
      key: randomUUID(),
      body,
    });
    postIds.push(post.id);
  }
  ({ id: collectionId } = await app.press<{ id: string }>('POST', '/collections', token, {
    key: randomUUID(),
    body: { title: 'Ensaios', price: PRICE, postIds },
  }));
});

const count = async (sql: string, id: string): Promise<number> =>
  (await app.database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, [id]))
    .rows[0]?.n ?? -1;

const STEPS = chooseSteps<Step>([
  'before access',
  'uncommitted access',
  'before collection',
  'uncommitted collection',
  'committed collection',
]);

it.each(STEPS)(
  'a collection is bought once from an application that is killed at "%s"',
  async (step) => {
    await app.restartWhenDead();
    const { token, profileId } = await app.signIn(`fa-${step.replace(' ', '-')}`);
    await app.ledger.post({
      kind: 'topUp',
      chargeId: newId() as ChargeId,
      profileId: profileId as ProfileId,
      gateway: 'pix',
      amount: centavos(4_000),
    });
    const died = app.dieAt(step);
    const path = `/collections/${collectionId}/purchase`;
    const request = { key: randomUUID(), body: { price: PRICE, postIds } };
    expect(await app.call('POST', path, token, request)).toBeNull();
    await until(died, PATIENCE_MS);
    // What was not committed left nothing behind, and what was is whole.
    const done = step === 'committed collection' ? 1 : 0;
    const left = async () => [
      await count('access WHERE profile_id = $1', profileId),
      await count('collection_purchases WHERE buyer_id = $1', profileId),
      await count(
        "ledger_transfers WHERE kind = 'collection' AND actor_profile_id = $1",
        profileId,
      ),
    ];
    await until(async () => (await left())[0] === 3 * done, PATIENCE_MS);
    expect(await left()).toEqual([3 * done, done, done]);
    const bought = await app.press<Purchase>('POST', path, token, request);
    expect(bought).toMatchObject({ collectionId });
    expect(await app.press<Purchase>('POST', path, token, request)).toEqual(bought);
    expect(await left()).toEqual([3, 1, 1]);
    sold += 1;
    expect([
      await app.call('GET', '/funds', token),
      await count("ledger_transfers WHERE kind = 'collection' AND reference_id = $1", collectionId),
    ]).toMatchObject([[{ balance: 4_000 - PRICE }], sold]);
  },
);

it('the purchases leave the ledger consistent', async () => {
  expect(await app.ledger.checkInvariants()).toEqual([]);
});
