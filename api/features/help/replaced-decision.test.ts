// A won appeal undoes the contested decision only: one that replaced it while the answer waited for
// what both are about stays in force.
import { centavos } from '@camarim/contract/money';
import type { UserId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { partyOf } from '../../testing/lives/party.ts';
import { joinAdmin, signupOf, stepUp } from '../../testing/producing.ts';
import { joinProducer } from '../../testing/publishing.ts';
import { untilWaitingForLock } from '../../testing/until.ts';

const reason = 'O motivo da decisão';
let app: TestApp;
let first: ApiClient;
let second: ApiClient;
beforeAll(async () => {
  app = await testApp();
  first = await joinAdmin(app, 'decidiu');
  second = await joinAdmin(app, 'decide');
});
beforeEach(async () => {
  await stepUp(app, first);
  await stepUp(app, second);
});

type DecisionInForce = {
  /** What is in force. */
  state: () => Promise<unknown>;
  /** Locks what the decision is about, as another decision about it does. */
  lock: string;
  id: string;
};

const rowOf = async (sql: string, id: string): Promise<unknown> =>
  (await app.ctx.pool.query(sql, [id])).rows[0];
const LOCK_PROFILE = 'SELECT FROM profiles WHERE id = $1 FOR NO KEY UPDATE';
const producerDecision = async (
  { profileId }: ApiClient,
  decision: 'suspend' | 'reject',
): Promise<DecisionInForce> => {
  await first.call('POST /profiles/approve-producer', {
    body: { producerId: profileId, decision, reason },
  });
  return {
    state: () => rowOf('SELECT producer_stage FROM profiles WHERE id = $1', profileId),
    lock: LOCK_PROFILE,
    id: profileId,
  };
};
const showDecision = async (
  person: ApiClient,
  decision: 'blur' | 'pause',
): Promise<DecisionInForce> => {
  const id = await partyOf(app, person);
  await first.call('POST /dsb/lives/{id}/decisions', {
    params: { id: id as never },
    body: { decision, reason },
  });
  return {
    state: () => rowOf('SELECT withheld_at, blurred_at FROM lives WHERE id = $1', id),
    lock: 'SELECT FROM lives WHERE id = $1 FOR UPDATE',
    id,
  };
};

/** How each decision that another one may replace is made. */
const DECISIONS: Record<string, (person: ApiClient) => Promise<DecisionInForce>> = {
  block: async ({ profileId }) => {
    const { id } = (await rowOf('SELECT user_id AS id FROM profiles WHERE id = $1', profileId)) as {
      id: UserId;
    };
    await first.call('DELETE /dsb/user/{userId}', { params: { userId: id }, body: { reason } });
    return {
      state: () => rowOf('SELECT blocked_at FROM users WHERE id = $1', id),
      lock: LOCK_PROFILE,
      id: profileId,
    };
  },
  suspension: async (person) => {
    await app.ctx.pool.query(
      `INSERT INTO producer_requests (id, profile_id, stage, document_hash, requested_at, decided_at)
        VALUES (gen_random_uuid(), $1, 'approved', 'x', $2, $2)`,
      [person.profileId, app.clock.now()],
    );
    return producerDecision(person, 'suspend');
  },
  rejection: async (person) => {
    await app.ctx.pool.query("UPDATE profiles SET producer_stage = 'member' WHERE id = $1", [
      person.profileId,
    ]);
    await person.call('POST /profiles/became-producer', { body: await signupOf(app, person) });
    return producerDecision(person, 'reject');
  },
  blur: (person) => showDecision(person, 'blur'),
  pause: (person) => showDecision(person, 'pause'),
  hold: async ({ profileId: producerId }) => {
    const params = { producerId };
    const until = new Date(app.clock.now().getTime() + 10 * DAY_MS).toISOString();
    const hold = { amount: centavos(5_000), reason, until };
    const usual = { reservePercent: null, review: 'usual', cardReviewFrom: null } as const;
    await first.call('PUT /dsb/payout-rules/{producerId}', {
      params,
      body: { ...usual, note: 'conferido', hold },
    });
    return {
      state: async () => (await first.call('GET /dsb/payout-rules/{producerId}', { params })).rules,
      lock: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      id: `cash_outs/${producerId}`,
    };
  },
};

test.each(Object.entries(DECISIONS))(
  'a won appeal leaves a new %s that replaced the contested one while the answer waited',
  async (kind, decide) => {
    const person = await joinProducer(app, `artista-${kind}`);
    const { state, lock, id: locked } = await decide(person);
    const { pool } = app.ctx;
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO help_tickets (id, profile_id, message, created_at, due_at, appeals)
        SELECT gen_random_uuid(), $1, 'Não concordo.', $2, $2, max(id) FROM admin_log
        WHERE profile_id = $1 RETURNING id`,
      [person.profileId, app.clock.now()],
    );
    const id = rows[0]?.id ?? '';
    const before = await state();
    const other = await pool.connect();
    let answer: Promise<unknown> = Promise.resolve();
    try {
      await other.query('BEGIN');
      await other.query(lock, [locked]);
      answer = second.call('POST /dsb/help/{id}', {
        params: { id },
        body: { answer: 'Vimos de novo.', outcome: 'overturned' },
      });
      await untilWaitingForLock(pool);
      // As the contested one, by another decision about the same.
      await other.query(
        `INSERT INTO admin_log (admin_profile_id, action, profile_id, subject_id, created_at)
          SELECT l.admin_profile_id, l.action, l.profile_id, l.subject_id, l.created_at
          FROM help_tickets t JOIN admin_log l ON l.id = t.appeals WHERE t.id = $1`,
        [id],
      );
    } finally {
      await other.query('COMMIT');
      other.release();
    }
    await answer;
    expect(await state()).toEqual(before);
    expect(await rowOf('SELECT undone FROM help_tickets WHERE id = $1', id)).toEqual({
      undone: false,
    });
  },
);
