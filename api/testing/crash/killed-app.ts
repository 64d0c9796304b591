// The dying application as its tests hold it: a process with a database and a bank of its own,
// started again whenever it is dead.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLedger, type Ledger } from '../../features/ledger/index.ts';
import { systemClock } from '../../platform/clock/system.ts';
import { afterFile } from '../after-file.ts';
import { type Bank, freePort, testBank, until } from '../bank.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { ledgerParts } from '../ledger-parts.ts';
import type { ServerCommand, ServerReport } from './dying-server.ts';

export type { Step } from './steps.ts';

const MAIN = join(import.meta.dirname, 'dying-server.ts');

type CallInput = { key?: string; body?: object };

export type KilledApp = {
  bank: Bank;
  database: TestDatabase;
  ledger: Ledger;
  send(what: ServerCommand): void;
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
  /** The one that runs now, or ran last. */
  process(): ChildProcess;
  restartWhenDead(): Promise<void>;
};

/**
 * A process that has loaded the program, which is most of the work of a start, and waits to begin.
 */
type SpareProcess = { child: ChildProcess; imported: Promise<unknown> };

const prepare = (
  home: string,
  port: number,
  database: TestDatabase,
  { pix: { baseUrl, clientId, clientSecret, key } }: Bank,
): SpareProcess => {
  const child = fork(MAIN, {
    env: {
      PATH: process.env['PATH'],
      NODE_NO_WARNINGS: '1',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      CAMARIM_ENV: 'test',
      CAMARIM_HOME: home,
      DATABASE_URL: database.url,
      DATABASE_POOL: '6',
      LOG_LEVEL: 'error',
      CAPTCHA_COST: '1',
      CAMARIM_COUNTRY: 'ZZ',
      HOST: '127.0.0.1',
      PORT: String(port),
      CAMARIM_PUBLIC_URL: `http://127.0.0.1:${port}`,
      BANK_COOL_OFF_HOURS: '0',
      PIX_BASE_URL: baseUrl,
      PIX_CLIENT_ID: clientId,
      PIX_CLIENT_SECRET: clientSecret,
      PIX_KEY: key,
      PIX_WEBHOOK_SECRET: 'secret of the crash test',
      PIX_PAYOUTS: 'efi',
      PIX_AUTOMATICO_ACCOUNT: '0001/1234567/PAGAMENTO',
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return { child, imported: reportOf(child) };
};

const reportOf = async (child: ChildProcess): Promise<ServerReport> => {
  const [report] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => [null]),
  ])) as [ServerReport | null];
  if (report === null) throw new Error('the application did not start');
  return report;
};

const launch = async ({ child, imported }: SpareProcess): Promise<ChildProcess> => {
  await imported;
  const ready = reportOf(child);
  child.send({ begin: true } satisfies ServerCommand);
  await ready;
  return child;
};

/** Call it in `beforeAll`; all of it is gone after the file's last test. */
export const killedApp = async (): Promise<KilledApp> => {
  const [bank, database, home, port] = await Promise.all([
    testBank(),
    testDatabase(),
    mkdtemp(join(tmpdir(), 'camarim-killed-')),
    freePort(),
  ]);
  let spare = prepare(home, port, database, bank);
  const start = async (): Promise<ChildProcess> => {
    const next = spare;
    // The one after it is loaded while this one works, and mostly waits.
    const started = await launch(next);
    spare = prepare(home, port, database, bank);
    spare.imported.catch(() => undefined);
    return started;
  };
  let server = await start();
  afterFile(async () => {
    server.kill('SIGKILL');
    spare.child.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
  });
  const isDead = (): boolean => server.signalCode !== null || server.exitCode !== null;
  const restartWhenDead = async (): Promise<void> => {
    if (isDead()) server = await start();
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
      // The process died with the answer on its lips.
      if (!isDead()) await Promise.race([once(server, 'exit'), until(async () => isDead())]);
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
    process: () => server,
    signIn: async (name, as) => {
      const heard = once(server, 'message');
      order({
        enter: name,
        ...(as === 'admin' ? { admin: true } : as !== undefined && { earned: as }),
      });
      return ((await heard) as [Extract<ServerReport, { token: string }>])[0];
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
