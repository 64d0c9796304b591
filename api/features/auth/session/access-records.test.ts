// Access records: kept for six months, also after the account was removed, and then erased by the
// nightly job unless a legal hold keeps them.
import { request } from 'node:http';
import type { ProfileId, UserId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { solveCaptcha } from '../../../api-client.ts';
import { TEST_PASSWORD, testApp, type TestApp } from '../../../testing/app.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { createAccount } from '../register-user.ts';
import { blankAccount } from '../account-store.ts';
import { openSession, refreshSession } from './sessions.ts';

let app: TestApp;
let names = 0;
let userId: UserId;

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  const username = `pessoa${(names += 1)}`;
  ({ userId } = await createAccount(app.services.auth, {
    username,
    email: `${username}@example.com`,
    password: TEST_PASSWORD,
    name: username,
    language: 'pt',
  }));
});

const open = (address: string, port: number | null = null) =>
  transaction(app.ctx.db, (tx) =>
    openSession(app.ctx, tx, userId, { userAgent: 'Firefox', address, port }),
  );
const recorded = async () => {
  const { rows } = await app.ctx.pool.query(
    'SELECT host(address) AS address, port, first_at AS first, last_at AS last FROM access_records WHERE user_id = $1 ORDER BY first_at, id',
    [userId],
  );
  return rows;
};
const sweep = async () => {
  await transaction(app.ctx.db, (tx) => app.ctx.jobs.enqueue(tx, 'auth.sweep', {}));
  await app.runJobs();
};

test('a session is recorded with its address, port and times, and each later address by itself', async () => {
  const began = app.clock.now();
  const session = await open('203.0.113.7', 40_123);
  expect(await recorded()).toEqual([
    { address: '203.0.113.7', port: 40_123, first: began, last: began },
  ]);
  app.clock.advance(900_000);
  const again = app.clock.now();
  const next = await refreshSession(app.ctx, session.refreshToken, {
    address: '203.0.113.7',
    port: 50_000,
  });
  app.clock.advance(900_000);
  const moved = app.clock.now();
  await refreshSession(app.ctx, next.refreshToken, { address: '2001:db8::1' });
  expect(await recorded()).toEqual([
    { address: '203.0.113.7', port: 40_123, first: began, last: again },
    { address: '2001:db8::1', port: null, first: moved, last: moved },
  ]);
});

test('records of a removed account stay for six months from the last use, and are erased then', async () => {
  const session = await open('203.0.113.7');
  app.clock.advance(3 * DAY_MS);
  await refreshSession(app.ctx, session.refreshToken, { address: '203.0.113.7' });
  await transaction(app.ctx.db, (tx) =>
    blankAccount(tx, userId, { stage: 'member', now: app.clock.now() }),
  );
  app.clock.advance(183 * DAY_MS);
  await sweep();
  expect(await recorded()).toHaveLength(1);
  // The session itself is gone long before.
  const { rows } = await app.ctx.pool.query('SELECT FROM sessions WHERE user_id = $1', [userId]);
  expect(rows).toEqual([]);
  app.clock.advance(2 * DAY_MS);
  await sweep();
  expect(await recorded()).toEqual([]);
});

test('records of an account under a legal hold are not erased until it is released', async () => {
  await open('203.0.113.7');
  const { rows } = await app.ctx.pool.query<{ id: ProfileId }>(
    'SELECT id FROM profiles WHERE user_id = $1',
    [userId],
  );
  await app.ctx.pool.query(
    `INSERT INTO legal_holds (id, subject_kind, subject_id, owner_id, reason, placed_by, placed_at)
     VALUES (gen_random_uuid(), 'account', $1, $1, 'ofício', $1, $2)`,
    [rows[0]?.id, app.clock.now()],
  );
  app.clock.advance(200 * DAY_MS);
  await sweep();
  expect(await recorded()).toHaveLength(1);
  await app.ctx.pool.query(
    'UPDATE legal_holds SET released_at = $2, released_by = $1 WHERE subject_id = $1',
    [rows[0]?.id, app.clock.now()],
  );
  await sweep();
  expect(await recorded()).toEqual([]);
});

test('the port of a caller without a proxy is recorded at the log-in', async () => {
  const origin = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const body = JSON.stringify({
    username: `pessoa${names}`,
    password: TEST_PASSWORD,
    recapcha: await solveCaptcha(app.visitor),
  });
  const { port, status } = await new Promise<{ port?: number; status?: number }>((resolve) => {
    const sent = request(`${origin}/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-origin': 'CAM' },
    });
    sent.once('response', (response) => {
      response.resume();
      resolve({ port: sent.socket?.localPort ?? 0, status: response.statusCode ?? 0 });
    });
    sent.end(body);
  });
  expect(status).toBe(200);
  expect((await recorded()).at(-1)).toMatchObject({ address: '127.0.0.1', port });
});

test('the privacy page says for how long access records are kept', async () => {
  const listed = await app.visitor.call('GET /publics/personal-data');
  expect(listed).toContainEqual({
    name: 'Registros de acesso: endereço IP, porta, datas e horas',
    ground: 'law',
    removal: 'kept',
    days: 184,
    from: 'event',
    basis: 'accessRecords',
  });
});
