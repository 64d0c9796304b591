// Money that came by card during a show is held like that of any other sale by card.
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type ScriptedEngine, scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { enter, openParty, pass, play } from '../../../testing/lives/paid-show.ts';

let app: TestApp;
let engine: ScriptedEngine;
beforeAll(async () => {
  app = await testApp({ live: (clock) => (engine = scriptedEngine(clock)) });
});

test('minutes that are paid after a top-up by card during the show are held as card money', async () => {
  const { producer, fan, id } = await openParty(app, 3_000);
  await enter(fan, id);
  await play(app, engine, id, producer, fan);
  await pass(app, 4);
  await app.ctx.pool.query(
    `INSERT INTO charges (id, profile_id, provider, method, status, amount_centavos, paid_centavos,
      expires_at, paid_at, created_at)
    VALUES (gen_random_uuid(), $1, 'sandbox', 'card', 'paid', 5000, 5000, $2, $2, $2)`,
    [fan.profileId, app.clock.now()],
  );
  await pass(app, 120);
  const { rows } = await app.ctx.pool.query<{ days: number }>(
    `SELECT round(extract(epoch FROM e.release_at - t.created_at) / 86400)::int AS days
    FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
      JOIN ledger_accounts a ON a.id = e.account_id
    WHERE a.owner_profile_id = $1 AND e.release_at IS NOT NULL ORDER BY t.id`,
    [producer.profileId],
  );
  const { HOLD_DAYS, HOLD_DAYS_CARD } = app.ctx.fraudSettings.current();
  expect(rows.map(({ days }) => days)).toEqual([HOLD_DAYS, HOLD_DAYS_CARD, HOLD_DAYS_CARD]);
});
