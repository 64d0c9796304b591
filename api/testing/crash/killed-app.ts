// The dying application as its tests hold it: with a database and a bank of its own, started again
// whenever it is dead. It is cut off within its process (instance.ts), but for one step of a file
// that asks for SIGKILL; in `npm run test:soak` it is killed at each step.
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLedger, type Ledger } from '../../features/ledger/index.ts';
import { systemClock } from '../../platform/clock/system.ts';
import { afterFile } from '../after-file.ts';
import { freePort } from '../../platform/database/free-port.ts';
import { type Bank, testBank } from '../bank.ts';
import { until } from '../until.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { ledgerParts } from '../ledger/parts.ts';
import type { ServerCommand, ServerReport } from './dying-server.ts';
import { forkApp, reportOf } from './fork-app.ts';
import { isSoak } from './soak.ts';
import type { Step } from './steps.ts';

export type { Step } from './steps.ts';

const MAIN = join(import.meta.dirname, 'dying-server.ts');

type CallInput = { key?: string; body?: object };

export type KilledApp = {
  bank: Bank;
  database: TestDatabase;
  ledger: Ledger;
  send(what: ServerCommand): void;
  /** The application dies when it comes to the step. The answer says whether it did. */
  dieAt(step: Step): () => Promise<boolean>;
  /**
   * Registers a person or logs them in; with `earned`, a producer who can cash that out; or as an
   * administrator.
   */
  signIn(name: string, as?: number | 'admin'): Promise<{ token: string; profileId: string }>;
  /** Null when there was no answer, or one that says no. */
  call<Data>(
    method: string,
    path: string,
    token: string,
    request?: CallInput,
  ): Promise<Data | null>;
  /**
   * Presses until there is an answer, as the dialogs do, starting the application again when it is
   * dead.
   */
  press<Data>(method: string, path: string, token: string, request: CallInput): Promise<Data>;
  isDead(): boolean;
  restartWhenDead(): Promise<void>;
};

const start = async (
  home: string,
  port: number,
  database: TestDatabase,
  { pix: { baseUrl, clientId, clientSecret, key } }: Bank,
): Promise<ChildProcess> => {
  const child = forkApp(
    MAIN,
    { home, port, databaseUrl: database.url },
    {
      BANK_COOL_OFF_HOURS: '0',
      PIX_BASE_URL: baseUrl,
      PIX_CLIENT_ID: clientId,
      PIX_CLIENT_SECRET: clientSecret,
      PIX_KEY: key,
      PIX_WEBHOOK_SECRET: 'secret of the crash test',
      PIX_PAYOUTS: 'efi',
      PIX_AUTOMATICO_ACCOUNT: '0001/1234567/PAGAMENTO',
    },
  );
  await reportOf(child, 'ready');
  return child;
};

/**
 * What the job queue does ten seconds after the death of a worker: its jobs are tried again, as
 * often as they may be (jobs/conformance.test.ts).
 */
const retryJobsOfDead = ({ pool }: TestDatabase): Promise<unknown> =>
  pool.query(
    `UPDATE pgboss.job SET state = (CASE WHEN retry_count < retry_limit THEN 'retry'
      ELSE 'failed' END)::pgboss.job_state,
       retry_count = least(retry_count + 1, retry_limit), start_after = now()
         WHERE state = 'active'`,
  );

/**
 * Call it in `beforeAll`; all of it is gone after the file's last test. It is killed by SIGKILL at
 * `killedAt`, which takes seconds, and cut off at all other steps; in the soak project it is killed
 * at all.
 */
export const killedApp = async (killedAt?: Step): Promise<KilledApp> => {
  const [bank, database, home, port] = await Promise.all([
    testBank(),
    testDatabase(),
    mkdtemp(join(tmpdir(), 'camarim-killed-')),
    freePort(),
  ]);
  let server: ChildProcess;
  let isCutOff = false;
  const startProcess = async (): Promise<void> => {
    server = await start(home, port, database, bank);
    server.on('message', (report: ServerReport) => {
      if ('cutOff' in report) isCutOff = true;
    });
  };
  await startProcess();
  afterFile(async () => {
    server.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
  });
  const isKilled = (): boolean => server.signalCode !== null || server.exitCode !== null;
  const isDead = (): boolean => isCutOff || isKilled();
  const restartWhenDead = async (): Promise<void> => {
    if (!isDead()) return;
    await retryJobsOfDead(database);
    if (isKilled()) return startProcess();
    const ready = reportOf(server, 'ready');
    order({ boot: true });
    await ready;
    isCutOff = false;
  };
  const order = (what: ServerCommand): void => void server.send(what);

  const call = async <Data>(
    method: string,
    path: string,
    token: string,
    { key, body }: CallInput = {},
  ): Promise<Data | null> => {
    const headers = {
      'x-origin': 'CAM',
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    };
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const { success, data } = (await response.json()) as { success: boolean; data: Data };
      return success ? data : null;
    } catch (error) {
      // It died before it answered.
      if (!isDead()) await until(async () => isDead());
      if (error instanceof TypeError) return null;
      throw error;
    }
  };

  return {
    bank,
    database,
    send: order,
    call,
    isDead,
    restartWhenDead,
    ledger: createLedger(ledgerParts(database, systemClock)),
    dieAt: (step) => {
      const victim = server;
      const killed = step === killedAt || isSoak();
      let died = false;
      if (killed) victim.once('exit', () => (died = victim.signalCode === 'SIGKILL'));
      else
        victim.on('message', (report: ServerReport) => {
          if ('cutOff' in report) died = true;
        });
      order({ die: step, crash: killed ? 'killed' : 'cutOff' });
      return async () => died;
    },
    signIn: async (name, as) => {
      const entered = reportOf<Extract<ServerReport, { token: string }>>(server, 'token');
      order({
        enter: name,
        ...(as === 'admin' ? { admin: true } : as !== undefined && { earned: as }),
      });
      return entered;
    },
    press: async (method, path, token, request) => {
      for (;;) {
        const answer = await call<never>(method, path, token, request);
        if (answer) return answer;
        await restartWhenDead();
      }
    },
  };
};
