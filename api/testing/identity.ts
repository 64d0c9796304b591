// Identity on a database and a server of its own, with a clock that stands still: accounts and sessions, by service and by call.
import { solveChallenge } from 'altcha-lib';
import type { Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll } from 'vitest';
import { authHandlers, createAccount, createAuth } from '../features/auth/index.ts';
import type { Auth } from '../features/auth/index.ts';
import { createLedger } from '../features/ledger/index.ts';
import { inProcessBus } from '../platform/bus/in-process.ts';
import { fakeClock } from '../platform/clock/fake.ts';
import type { FakeClock } from '../platform/clock/fake.ts';
import { readConfig } from '../platform/config/config.ts';
import { createGuard } from '../platform/http/guard.ts';
import { mount } from '../platform/http/mount.ts';
import { createServer, installApiNotFound } from '../platform/http/server.ts';
import { memoryLimits } from '../platform/limits/memory.ts';
import { createLogger } from '../platform/log/log.ts';
import { testDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { ledgerParts } from './ledger.ts';

export const TEST_PASSWORD = 'cavalo-bateria-grampo';

/** The same limits as in production would make a test file wait for its own earlier tests. */
const RATE_SCALE = 1_000;

export interface CallOptions {
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** A bearer token. */
  token?: string;
  cookies?: Record<string, string>;
}

export interface TestIdentity {
  auth: Auth;
  database: TestDatabase;
  clock: FakeClock;
  server: FastifyInstance;
  /** Lines that were logged. */
  lines: string[];
  /** Makes an account with TEST_PASSWORD; its e-mail is `<username>@example.com`. */
  account(username: string): ReturnType<typeof createAccount>;
  /** `call('POST /auth', ...)` as our own page makes it, with the origin marker. */
  call(route: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  /** A fresh captcha, solved. */
  captcha(): Promise<string>;
}

const openServer = async (auth: Auth, rateScale: number): Promise<FastifyInstance> => {
  const { platform } = auth;
  const server = await createServer(platform.config, platform.log);
  mount(server, createGuard({ authenticate: auth.authenticate, limits: platform.limits, scale: rateScale }), authHandlers(auth));
  installApiNotFound(server);
  await server.ready();
  afterAll(() => server.close());
  return server;
};

const callerOf = (server: FastifyInstance): TestIdentity['call'] => (route, { body, headers, token, cookies } = {}) => {
  const [method, path] = route.split(' ') as ['GET' | 'POST', string];
  return server.inject({
    method,
    url: `/api${path}`,
    headers: { 'x-origin': 'CAM', ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(cookies && { cookies }),
    ...(body && { payload: body }),
  });
};

/** Call it in `beforeAll`; `env` adds to the configuration. */
export async function testIdentity({ env = {}, rateScale = RATE_SCALE }: { env?: Record<string, string>; rateScale?: number } = {}): Promise<TestIdentity> {
  const database = await testDatabase({ max: 10 });
  const clock = fakeClock();
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', format: 'json', write: (line) => void lines.push(line) });
  const config = readConfig({ CAMARIM_ENV: 'test', CAPTCHA_COST: '20', ...env });
  const platform = { config, clock, log, db: database.db, bus: inProcessBus(log), limits: memoryLimits({ clock }) };
  const auth = createAuth(platform, { ledger: createLedger(ledgerParts(database, clock)) });
  const server = await openServer(auth, rateScale);
  const call = callerOf(server);
  return {
    auth,
    database,
    clock,
    server,
    lines,
    call,
    account: (username) => createAccount(auth, { username, email: `${username}@example.com`, password: TEST_PASSWORD, name: `Dona ${username}`, language: 'pt' }),
    async captcha() {
      const { data: challenge } = (await call('GET /auth/captcha')).json<{ data: Challenge }>();
      return Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString('base64');
    },
  };
}
