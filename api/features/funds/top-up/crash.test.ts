// The application killed at every step from the wish to the credited payment: what was acknowledged is there, once, and every cent adds up.
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Routes } from '@camarim/contract';
import type { ChargeId } from '@camarim/contract/ids';
import type { ReplyOf } from '@camarim/contract/route';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock/system.ts';
import { type Bank, freePort, testBank, until } from '../../../testing/bank.ts';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { ledgerParts } from '../../../testing/ledger-parts.ts';
import type { Order, Report, Step } from '../../../testing/top-up-server.ts';
import { createLedger } from '../../ledger/index.ts';

type Charge = ReplyOf<Routes['POST /funds']>['data'];

const MAIN = join(import.meta.dirname, '../../../testing/top-up-server.ts');

let bank: Bank;
let database: TestDatabase;
let home: string;
let port: number;
let server: ChildProcess;
/** Every key that was answered with a charge. */
const acknowledged = new Map<string, string>();

beforeAll(async () => {
  [bank, database, home, port] = await Promise.all([testBank(), testDatabase(), mkdtemp(join(tmpdir(), 'camarim-top-up-')), freePort()]);
  server = await start();
});
afterAll(async () => {
  server.kill('SIGKILL');
  await rm(home, { recursive: true, force: true });
});

const start = async (): Promise<ChildProcess> => {
  const { baseUrl, clientId, clientSecret, key } = bank.pix;
  const child = fork(MAIN, {
    env: {
      PATH: process.env['PATH'], NODE_NO_WARNINGS: '1',
      CAMARIM_ENV: 'test', CAMARIM_HOME: home, DATABASE_URL: database.url, DATABASE_POOL: '6', LOG_LEVEL: 'error', CAPTCHA_COST: '1',
      HOST: '127.0.0.1', PORT: String(port), CAMARIM_PUBLIC_URL: `http://127.0.0.1:${port}`,
      PIX_BASE_URL: baseUrl, PIX_CLIENT_ID: clientId, PIX_CLIENT_SECRET: clientSecret, PIX_KEY: key, PIX_WEBHOOK_SECRET: 'secret of the crash test',
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [report] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])) as [Report | null];
  if (report === null) throw new Error('the application did not start');
  return child;
};

const isDead = (): boolean => server.signalCode !== null;
const restartWhenDead = async (): Promise<void> => {
  if (isDead()) server = await start();
};
const order = (what: Order): void => void server.send(what);
const comeIn = async (name: string): Promise<{ token: string; profileId: string }> => {
  const heard = once(server, 'message');
  order({ enter: name });
  return ((await heard) as [Extract<Report, { token: string }>])[0];
};

const call = async <Data>(method: string, path: string, token: string, extra: { key?: string; body?: object } = {}): Promise<Data | null> => {
  const headers = { 'x-origin': 'CAM', authorization: `Bearer ${token}`, ...(extra.body && { 'content-type': 'application/json' }), ...(extra.key && { 'idempotency-key': extra.key }) };
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, headers, ...(extra.body && { body: JSON.stringify(extra.body) }) });
    const { success, data } = (await response.json()) as { success: boolean; data: Data };
    return success ? data : null;
  } catch (error) {
    // The process died with the answer on its lips.
    if (!isDead()) await Promise.race([once(server, 'exit'), until(async () => isDead())]);
    if (error instanceof TypeError) return null;
    throw error;
  }
};

/** Presses until there is an answer, as the dialog does: the same key. */
const topUp = async (token: string, key: string): Promise<Charge> => {
  for (;;) {
    const charge = await call<Charge>('POST', '/funds', token, { key, body: { paymentMethodKey: 'pix', value: 5_000 } });
    if (charge) {
      acknowledged.set(key, charge.id);
      return charge;
    }
    await restartWhenDead();
  }
};

const isPaid = async (token: string, id: string): Promise<boolean> => (await call<Charge>('GET', `/funds/charges/${id}`, token))?.status === 'paid';

const STEPS: Step[] = [
  'before charge', 'uncommitted charge', 'committed charge', 'before bank', 'after bank', 'before code', 'uncommitted code', 'committed code',
  'before notification', 'uncommitted notification', 'committed notification', 'before credit', 'uncommitted credit', 'committed credit',
];

it.each(STEPS)('killed at "%s", it goes on where it was', async (step) => {
  const name = step.replace(' ', '-');
  const { token, profileId } = await comeIn(name);
  const key = randomUUID();
  const victim = server;
  order({ die: step });
  const charge = await topUp(token, key);
  expect(charge).toMatchObject({ status: 'pending', value: 5_000 });
  await bank.pay(charge.id as ChargeId);
  await until(async () => isDead() || (await isPaid(token, charge.id)), 20_000);
  expect([victim.signalCode, step]).toEqual(['SIGKILL', step]);
  await restartWhenDead();
  await database.pool.query('UPDATE charges SET next_check_at = created_at WHERE profile_id = $1 AND next_check_at IS NOT NULL', [profileId]);
  order({ look: true });
  await until(() => isPaid(token, charge.id), 20_000);

  // The same key once more, and everything that only ever happened once.
  expect((await topUp(token, key)).id).toBe(charge.id);
  expect(await bank.revisionOf(charge.id as ChargeId)).toBe(0);
  expect(await call('GET', '/funds', token)).toMatchObject([{ balance: 5_000 }]);
  const { rows } = await database.pool.query<{ charges: number; credits: number; notices: number }>(
    `SELECT (SELECT count(*) FROM charges WHERE profile_id = $1)::int AS charges,
       (SELECT count(*) FROM ledger_transfers WHERE kind = 'topUp' AND actor_profile_id = $1)::int AS credits,
       (SELECT count(*) FROM notifications WHERE profile_id = $1)::int AS notices`,
    [profileId],
  );
  expect(rows).toEqual([{ charges: 1, credits: 1, notices: 1 }]);
}, 60_000);

it('in the end every acknowledged key has its one payment, every notification is followed, and nothing is out of place', async () => {
  expect(acknowledged.size).toBe(STEPS.length);
  await until(async () => (await database.pool.query('SELECT FROM inbound_events WHERE processed_at IS NULL')).rowCount === 0, 40_000);
  const { rows } = await database.pool.query<{ id: string; count: number }>(
    `SELECT reference_id AS id, count(*)::int AS count FROM ledger_transfers WHERE kind = 'topUp' GROUP BY reference_id`,
  );
  const credits = new Map(rows.map(({ id, count }) => [id, count]));
  expect([...acknowledged.values()].filter((id) => credits.get(id) !== 1)).toEqual([]);
  expect(credits.size).toBe(acknowledged.size);
  expect(await createLedger(ledgerParts(database, systemClock)).checkInvariants()).toEqual([]);
}, 60_000);
