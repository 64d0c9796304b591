// What is kept of a removed account is deleted when its time is over, not before, and not under a
// legal hold.
import type { ProfileId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { joinAdmin } from '../../../testing/producing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { CLAIMS_KEPT_DAYS: '100', IDENTITY_KEPT_DAYS: '200' } });
});

/** Has a row of each kind of data that is kept for a time after the removal, which is now. */
const leave = async (name: string): Promise<ApiClient> => {
  const person = await app.join(name);
  const { pool } = app.ctx;
  const id = person.profileId;
  const now = app.clock.now();
  await pool.query(
    `INSERT INTO policy_acceptances (profile_id, policy, version, accepted_at) SELECT $1, policy,
      version, $2 FROM policy_versions LIMIT 1 ON CONFLICT DO NOTHING`,
    [id, now],
  );
  await pool.query(
    `INSERT INTO age_verifications (profile_id, verified_at) VALUES ($1, $2)
      ON CONFLICT DO NOTHING`,
    [id, now],
  );
  await pool.query(
    `INSERT INTO age_requests (id, profile_id, stage, requested_at, decided_at)
      VALUES (gen_random_uuid(), $1, 'verified', $2, $2)`,
    [id, now],
  );
  await pool.query(
    `INSERT INTO content_reviews (id, kind, subject_id, producer_id, cause, created_at)
      VALUES (gen_random_uuid(), 'post', gen_random_uuid(), $1, 'all', $2)`,
    [id, now],
  );
  await pool.query(
    `INSERT INTO producer_requests (id, profile_id, stage, document_hash, requested_at, decided_at)
      VALUES (gen_random_uuid(), $1, 'approved', '', $2, $2)`,
    [id, now],
  );
  await pool.query(
    'UPDATE users u SET removed_at = $2 FROM profiles p WHERE p.user_id = u.id AND p.id = $1',
    [id, now],
  );
  return person;
};

const TABLES = {
  policy_acceptances: 'profile_id',
  age_verifications: 'profile_id',
  age_requests: 'profile_id',
  content_reviews: 'producer_id',
  producer_requests: 'profile_id',
} as const;
/** The tables that still have a row of the person. */
const leftOf = async ({ profileId }: ApiClient): Promise<string[]> => {
  const left: string[] = [];
  for (const [table, column] of Object.entries(TABLES)) {
    const { rowCount } = await app.ctx.pool.query(`SELECT FROM ${table} WHERE ${column} = $1`, [
      profileId,
    ]);
    if (rowCount) left.push(table);
  }
  return left;
};
const night = async (days: number): Promise<void> => {
  app.clock.advance(days * DAY_MS);
  await app.ctx.jobs.enqueue(app.ctx.db, 'auth.lapse', {});
  await app.runJobs();
};

test('data that is kept after a removal is deleted when its own time is over', async () => {
  const person = await leave('foiembora');
  const stays = await app.join('continua');
  await app.ctx.pool.query(
    'INSERT INTO age_verifications (profile_id, verified_at) VALUES ($1, $2)',
    [stays.profileId, app.clock.now()],
  );
  await night(99);
  expect(await leftOf(person)).toEqual(Object.keys(TABLES));
  await night(2);
  expect(await leftOf(person)).toEqual(['producer_requests']);
  await night(100);
  expect(await leftOf(person)).toEqual([]);
  expect(await leftOf(stays)).toContain('age_verifications');
  const { rows } = await app.ctx.pool.query<{ kind: string }>(
    'SELECT kind FROM lapsed_data WHERE profile_id = $1 ORDER BY kind',
    [person.profileId],
  );
  expect(rows.map(({ kind }) => kind)).toEqual([
    'data.acceptances',
    'data.age',
    'data.promotions',
    'data.requests',
    'data.reviews',
  ]);
});

test('data under a legal hold waits for its release', async () => {
  const person = await leave('emprocesso');
  const admin = await joinAdmin(app, 'guarda');
  const hold = crypto.randomUUID();
  await app.ctx.pool.query(
    `INSERT INTO legal_holds (id, subject_kind, subject_id, owner_id, reason, placed_by, placed_at)
      VALUES ($1, 'account', $2, $2, 'Ofício 12', $3, $4)`,
    [hold, person.profileId as ProfileId, admin.profileId, app.clock.now()],
  );
  await night(500);
  expect(await leftOf(person)).toEqual(Object.keys(TABLES));
  await app.ctx.pool.query(
    'UPDATE legal_holds SET released_at = $2, released_by = $3 WHERE id = $1',
    [hold, app.clock.now(), admin.profileId],
  );
  await night(1);
  expect(await leftOf(person)).toEqual([]);
});

test('an account whose data can’t be deleted does not keep the data of others', async () => {
  const [first, second] = [await leave('travada'), await leave('depois')];
  await app.ctx.pool.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not this one'; END $$;
     CREATE TRIGGER refuse BEFORE DELETE ON policy_acceptances FOR EACH ROW WHEN (old.profile_id = '${first.profileId}') EXECUTE FUNCTION refuse()`,
  );
  await night(500);
  expect(await leftOf(first)).toEqual(['policy_acceptances']);
  expect(await leftOf(second)).toEqual([]);
  await app.ctx.pool.query('DROP TRIGGER refuse ON policy_acceptances');
  await night(1);
  expect(await leftOf(first)).toEqual([]);
});
