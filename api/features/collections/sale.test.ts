// What the sale of a collection pays: by the producer's own fee, and held as the buyer's money
// asks.
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { insertCollection, purchaseCollection } from '../../testing/collecting.ts';
import { joinProducer } from '../../testing/publishing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

test("a collection's sale pays by the producer's own fee, which its earnings show", async () => {
  const special = await joinProducer(app, 'especial');
  await app.ctx.pool.query('UPDATE profiles SET fee_bps = 500 WHERE id = $1', [special.profileId]);
  const id = await insertCollection(app, special);
  await purchaseCollection(app, app.fan, id);
  expect((await app.ctx.ledger.earningsOf(special.profileId)).pending).toBe(1_425);
  expect(await special.call('GET /collections/{id}', { params: { id } })).toMatchObject({
    sales: 1,
    earned: 1_425,
  });
});

/** A card charge that was paid that many days ago. */
const insertCardCharge = async ({ profileId }: ApiClient, daysAgo: number): Promise<void> => {
  const at = new Date(app.clock.now().getTime() - daysAgo * DAY_MS);
  await app.ctx.pool.query(
    `INSERT INTO charges (id, profile_id, provider, method, status, amount_centavos, paid_centavos,
      expires_at, paid_at, created_at)
     VALUES ($1, $2, 'rede', 'card', 'paid', 1500, 1500, $3, $3, $3)`,
    [newId(), profileId, at],
  );
};

test.each<[string, { days: number; cardDaysAgo?: number }]>([
  ['7 days without a card', { days: 7 }],
  ['14 days when a card filled the wallet 13 days ago', { days: 14, cardDaysAgo: 13 }],
  ['7 days when a card filled it 15 days ago', { days: 7, cardDaysAgo: 15 }],
])("the creator's share of a collection is held %s", async (_, { days, cardDaysAgo }) => {
  const person = await app.join(`comprador${cardDaysAgo ?? ''}`);
  if (cardDaysAgo !== undefined) await insertCardCharge(person, cardDaysAgo);
  const transferId = await purchaseCollection(
    app,
    person,
    await insertCollection(app, app.producer),
  );
  const { rows } = await app.ctx.pool.query(
    'SELECT release_at FROM ledger_entries WHERE transfer_id = $1 AND release_at IS NOT NULL',
    [transferId],
  );
  const held = rows.map((row) =>
    Math.floor((row.release_at.getTime() - app.clock.now().getTime()) / DAY_MS),
  );
  expect(held).toEqual([days]);
});
