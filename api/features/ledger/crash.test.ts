// Processes and the database server killed at random moments: what was acknowledged is there, once,
// and every cent adds up.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { fakeClock } from '../../platform/clock/fake.ts';
import { type Connection, connectDatabase } from '../../platform/database/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/database/embedded-postgres.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { ledgerParts } from '../../testing/ledger/parts.ts';
import { isSoak } from '../../testing/crash/soak.ts';
import { addPeople } from '../../testing/ledger/ledger.ts';
import { type Ledger, createLedger } from './service.ts';

const PEOPLE = 8;
const START = 10_000_000;
/** Acknowledged at least by each process: a slow machine does little in the random time after. */
const TIPS = 50;
/** Kills in a test. */
const [PROCESS_KILLS, SERVER_KILLS] = isSoak() ? [12, 6] : [3, 2];
const quiet = { info() {}, warn() {}, error() {} };

let folder: string;
let server: EmbeddedPostgres;
let database: Connection;
let ledger: Ledger;
const tippers: ChildProcess[] = [];

// A server of its own with the settings of production: what is acknowledged must be on disk.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-crash-'));
  server = await startEmbeddedPostgres({ home: folder, log: quiet });
  database = connectDatabase(server.url, { max: 4 });
  await migrate(database.pool, join(import.meta.dirname, '../../migrations'));
  ledger = createLedger(ledgerParts(database, fakeClock()));
  for (const profileId of await addPeople(database.db, PEOPLE)) {
    await ledger.post({
      kind: 'topUp',
      chargeId: newId() as ChargeId,
      profileId,
      gateway: 'pix',
      amount: centavos(START),
    });
  }
});

beforeEach(() => writeFile(join(folder, 'acknowledged'), ''));

afterEach(() => {
  for (const tipper of tippers.splice(0)) tipper.kill('SIGKILL');
});

afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(folder, { recursive: true, maxRetries: 10 });
});

const acknowledged = async (): Promise<string[]> =>
  (await readFile(join(folder, 'acknowledged'), 'utf8')).split('\n').slice(0, -1);

/** Starts a process that tips, and comes back once it has done so some times. */
const tip = async (): Promise<ChildProcess> => {
  const before = (await acknowledged()).length;
  const tipper = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../../testing/ledger/tipper.ts'),
      server.url,
      join(folder, 'acknowledged'),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  tippers.push(tipper);
  await moreThan(before + TIPS);
  return tipper;
};

const moreThan = async (count: number): Promise<void> => {
  while ((await acknowledged()).length <= count) await sleep(20);
};

const kill = async (tipper: ChildProcess): Promise<void> => {
  tipper.kill('SIGKILL');
  await once(tipper, 'exit');
};

/**
 * A connection of its own: one of the pool may still be at a server process that outlived its
 * parent for a moment.
 */
const answersAgain = async (): Promise<boolean> => {
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    // Not yet.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const untilServerAnswers = async (): Promise<void> => {
  while (!(await answersAgain())) await sleep(50);
  while (
    !(await database.pool.query('SELECT 1').then(
      () => true,
      () => false,
    ))
  )
    await sleep(50);
};

/**
 * Kills the server that answers: one that is being started again writes its process id into its
 * file a moment later.
 */
const killServer = async (): Promise<void> => {
  for (;;) {
    await untilServerAnswers();
    const pid = Number(
      (await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0],
    );
    try {
      process.kill(pid, 'SIGKILL');
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      await sleep(50);
    }
  }
};

/** Every acknowledged key once, every wallet short by exactly its tips, nothing out of place. */
const expectNothingLost = async (): Promise<number> => {
  const keys = await acknowledged();
  // In one snapshot: the server may still be at the last statement of a process that is gone.
  const { rows } = await database.pool.query<{ missing: number; tips: number; wallets: number }>(
    `SELECT (SELECT count(*) FROM unnest($1::text[]) key WHERE 1 <> (SELECT count(*)
      FROM ledger_transfers t WHERE t.idempotency_key = key)) AS missing,
       (SELECT count(*) FROM ledger_transfers WHERE kind = 'tip') AS tips,
         (SELECT sum(balance)::bigint FROM ledger_accounts WHERE kind = 'wallet') AS wallets`,
    [keys],
  );
  const [found] = rows;
  expect(found).toMatchObject({ missing: 0, wallets: PEOPLE * START - (found?.tips ?? 0) * 100 });
  expect(await ledger.checkInvariants()).toEqual([]);
  return keys.length;
};

test('a process killed at random moments loses no acknowledged tip and repeats none', async () => {
  for (let round = 0; round < PROCESS_KILLS; round++) {
    const tipper = await tip();
    await sleep(Math.random() * 150);
    await kill(tipper);
  }
  expect(await expectNothingLost()).toBeGreaterThan(PROCESS_KILLS * TIPS);
});

test('a database server killed under load comes back with every acknowledged tip, and its callers go on', async () => {
  const tipper = await tip();
  for (let round = 0; round < SERVER_KILLS; round++) {
    await sleep(Math.random() * 200);
    await killServer();
    await moreThan((await acknowledged()).length);
  }
  expect(tipper.exitCode).toBeNull();
  await killServer();
  await kill(tipper);
  await untilServerAnswers();
  expect(await expectNothingLost()).toBeGreaterThan(TIPS);
});
