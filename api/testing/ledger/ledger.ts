// A ledger on a database of its own, with people to move money between.
import type { ChargeId, ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import { type Ledger, createLedger } from '../../features/ledger/index.ts';
import { type FakeClock, fakeClock } from '../../platform/clock/fake.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { ledgerParts } from './parts.ts';

export { ledgerParts };

export interface TestLedger {
  database: TestDatabase;
  clock: FakeClock;
  ledger: Ledger;
  /** Adds people who exist and own nothing. */
  people(count: number): Promise<ProfileId[]>;
  /** Puts money into a wallet. */
  fill(profileId: ProfileId, amount: number): Promise<void>;
}

/** Call it in `beforeAll`. */
export async function testLedger({ max = 5 }: { max?: number } = {}): Promise<TestLedger> {
  const database = await testDatabase({ max });
  const clock = fakeClock();
  const ledger = createLedger(ledgerParts(database, clock));
  return {
    database,
    clock,
    ledger,
    people: (count) => addPeople(database.db, count),
    async fill(profileId, amount) {
      await ledger.post({
        kind: 'topUp',
        chargeId: newId() as ChargeId,
        profileId,
        gateway: 'pix',
        amount: centavos(amount),
      });
    },
  };
}

/** Profiles straight in the tables: what is tested is money, not registration. */
export async function addPeople(db: Database, count: number): Promise<ProfileId[]> {
  const ids = Array.from({ length: count }, () => newId() as ProfileId);
  const at = new Date('2026-01-01T00:00:00Z');
  await sql`INSERT INTO users (id, email, created_at) SELECT id, id || '@example.com',
    ${at}::timestamptz FROM unnest(${ids}::uuid[]) id`.execute(db);
  await sql`
    INSERT INTO profiles (id, user_id, domain_name, display_name, producer_stage, created_at)
    SELECT id, id, 'p' || replace(id::text, '-', ''), 'Someone', 'approved', ${at}::timestamptz
      FROM unnest(${ids}::uuid[]) id`.execute(db);
  return ids;
}
