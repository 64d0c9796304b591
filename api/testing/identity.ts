// Identity on a database of its own with a clock that stands still, for tests of accounts and sessions below the wire.
import { createAccount, createAuth } from '../features/auth/index.ts';
import type { Auth } from '../features/auth/index.ts';
import { createLedger } from '../features/ledger/index.ts';
import { inProcessBus } from '../platform/bus/in-process.ts';
import { fakeClock } from '../platform/clock/fake.ts';
import type { FakeClock } from '../platform/clock/fake.ts';
import { readConfig } from '../platform/config/config.ts';
import { memoryLimits } from '../platform/limits/memory.ts';
import { createLogger } from '../platform/log/log.ts';
import { testDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { ledgerParts } from './ledger.ts';

export const TEST_PASSWORD = 'cavalo-bateria-grampo';

export interface TestIdentity {
  auth: Auth;
  database: TestDatabase;
  clock: FakeClock;
  /** Lines that were logged. */
  lines: string[];
  /** Makes an account with TEST_PASSWORD; its e-mail is `<username>@example.com`. */
  account(username: string): ReturnType<typeof createAccount>;
}

/** Call it in `beforeAll`. */
export async function testIdentity(): Promise<TestIdentity> {
  const database = await testDatabase({ max: 10 });
  const clock = fakeClock();
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', format: 'json', write: (line) => void lines.push(line) });
  const config = readConfig({ CAMARIM_ENV: 'test', CAPTCHA_COST: '20' });
  const platform = { config, clock, log, db: database.db, bus: inProcessBus(log), limits: memoryLimits({ clock }) };
  const auth = createAuth(platform, { ledger: createLedger(ledgerParts(database, clock)) });
  return {
    auth,
    database,
    clock,
    lines,
    account: (username) => createAccount(auth, { username, email: `${username}@example.com`, password: TEST_PASSWORD, name: `Dona ${username}`, language: 'pt' }),
  };
}
