// Tips per second through HTTP, session, idempotency and ledger, over pgbench running the bare SQL
// of the same movement.
import { openDriver } from '../drive.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { pgbench } from '../pgbench.ts';
import { type Stage, onStage } from '../stage.ts';
import { CONCURRENCY, awaitDelivery, tipPlan } from '../tips.ts';

const FANS = 1_000;
const PRODUCERS = 1_000;
const BALANCE = 100_000_000;
const ROUNDS = 5;
const ROUND_SECONDS = 2;

/**
 * The same movement as plainly as it can be written, on tables with the ledger's keys and none of
 * its guards.
 */
const BARE_TABLES = `
  CREATE SCHEMA bare;
  CREATE TABLE bare.accounts (id bigint PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0)) WITH (fillfactor = 70);
  CREATE TABLE bare.transfers (id uuid PRIMARY KEY, idempotency_key text NOT NULL UNIQUE, payer bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE bare.entries (id bigint GENERATED ALWAYS AS IDENTITY, transfer_id uuid NOT NULL, account_id bigint NOT NULL, amount bigint NOT NULL, PRIMARY KEY (account_id, id));
  CREATE INDEX ON bare.entries (transfer_id);
  INSERT INTO bare.accounts SELECT id, ${BALANCE} FROM generate_series(0, ${FANS + PRODUCERS}) id`;

const PEOPLE = `\\set fan random(1, ${FANS})\n\\set producer random(${FANS + 1}, ${FANS + PRODUCERS})`;

const STATEMENTS = `${PEOPLE}
BEGIN;
UPDATE bare.accounts SET balance = balance - 100 WHERE id = :fan AND balance >= 100;
INSERT INTO bare.transfers (id, idempotency_key, payer) VALUES (gen_random_uuid(), gen_random_uuid()::text, :fan) RETURNING id AS transfer \\gset
INSERT INTO bare.entries (transfer_id, account_id, amount) VALUES (:transfer, :fan, -100), (:transfer, :producer, 80), (:transfer, 0, 20);
UPDATE bare.accounts SET balance = balance + 80 WHERE id = :producer;
COMMIT;`;

const ONE_STATEMENT = `${PEOPLE}
WITH payer AS (
  UPDATE bare.accounts SET balance = balance - 100 WHERE id = :fan AND balance >= 100 RETURNING id
), transfer AS (
  INSERT INTO bare.transfers (id, idempotency_key, payer) SELECT gen_random_uuid(), gen_random_uuid()::text, id FROM payer RETURNING id
), entries AS (
  INSERT INTO bare.entries (transfer_id, account_id, amount)
  SELECT transfer.id, leg.account_id, leg.amount FROM transfer, (VALUES (:fan::bigint, -100), (:producer, 80), (0, 20)) leg (account_id, amount)
)
UPDATE bare.accounts SET balance = balance + 80 WHERE id = :producer AND EXISTS (SELECT FROM transfer);`;

const measure = async (stage: Stage): Promise<Figure[]> => {
  await stage.database.query(BARE_TABLES);
  const driver = openDriver();
  const options = { clients: CONCURRENCY, seconds: ROUND_SECONDS };
  const rates = { http: [] as number[], statements: [] as number[], one: [] as number[] };
  let waiting = 0;
  await driver.drive(tipPlan(stage, { durationMs: 3_000 }));
  for (let round = 0; round < ROUNDS; round++) {
    await awaitDelivery(stage);
    const { answered, seconds } = await driver.drive(
      tipPlan(stage, { durationMs: ROUND_SECONDS * 1_000 }),
    );
    rates.http.push(answered / seconds);
    waiting = Math.max(waiting, await awaitDelivery(stage));
    rates.statements.push(await pgbench(stage.databaseUrl, STATEMENTS, options));
    rates.one.push(await pgbench(stage.databaseUrl, ONE_STATEMENT, options));
  }
  driver.close();
  const how = `${CONCURRENCY} connections, ${FANS} fans to ${PRODUCERS} producers, median of ${ROUNDS} interleaved rounds of ${ROUND_SECONDS} s, fsync on; at most ${waiting} events waited at a round's end`;
  return [
    figureOf(
      'tip-vs-pgbench',
      'ratio',
      ratios(rates.http, rates.statements),
      `POST /api/funds/tips over pgbench -M prepared with BEGIN, debit, transfer, three entries, credit, COMMIT; ${how}`,
    ),
    figureOf(
      'tip-vs-pgbench-one-statement',
      'ratio',
      ratios(rates.http, rates.one),
      `the same over pgbench with all of it in one statement, one round trip; ${how}`,
    ),
    figureOf(
      'tips-per-second',
      '1/s',
      rates.http,
      `by HTTP; says more about the machine than about us; ${how}`,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: FANS, producers: PRODUCERS, balance: BALANCE, pages: false }, measure);
