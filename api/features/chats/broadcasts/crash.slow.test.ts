// The application killed while it sends a mass message: every receiver has it, once, at the next
// place.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { until } from '../../../testing/until.ts';
import { type KilledApp, killedApp, type Step } from '../../../testing/crash/killed-app.ts';
import { chooseSteps } from '../../../testing/crash/soak.ts';

/** A busy machine needs seconds to start the application again. */
const PATIENCE_MS = 90_000;
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** Three batches. */
const FANS = 1_200;

let app: KilledApp;
let creator: { token: string; profileId: string };
beforeAll(async () => {
  app = await killedApp();
  creator = await app.signIn('criadora', 10_000);
  await app.database.pool.query(
    `WITH p AS (SELECT gen_random_uuid() AS id, gen_random_uuid() AS user_id, 'fa' || n AS name
      FROM generate_series(1, $2::int) n),
      u AS (INSERT INTO users (id, email, created_at) SELECT user_id, name || '@example.com', now()
        FROM p),
      o AS (INSERT INTO profiles (id, user_id, domain_name, display_name, created_at) SELECT id,
        user_id, name, name, now() FROM p)
    INSERT INTO follows (follower_id, followee_id, created_at) SELECT id, $1::uuid, now() FROM p`,
    [creator.profileId, FANS],
  );
});

const steps: (Step | null)[] = [
  null,
  ...chooseSteps<Step>([
    'before broadcast',
    'uncommitted broadcast',
    'committed broadcast',
    'before conversations',
    'uncommitted conversations',
    'uncommitted receivers',
    'committed receivers',
  ]),
];
let sent = 0;

it.each(steps)('killed at step "%s", it reaches all receivers once', async (step) => {
  await app.restartWhenDead();
  // Conversations begin again, and the day's limit with them.
  await app.database.pool.query('DELETE FROM chats');
  const died = step && app.dieAt(step);
  const request = {
    key: randomUUID(),
    body: { include: [{ kind: 'followers' }], message: `Oi ${(sent += 1)}` },
  };
  const { id } = await app.press<{ id: string }>('POST', '/chats/many', creator.token, request);
  if (died) await until(died, PATIENCE_MS);
  await app.restartWhenDead();
  await until(
    async () =>
      (await app.call<{ state: string }>('GET', `/chats/broadcasts/${id}`, creator.token))
        ?.state === 'sent',
    PATIENCE_MS,
  );
  const { rows } = await app.database.pool.query(
    `SELECT count(*)::int AS messages, count(DISTINCT m.receiver_id)::int AS receivers,
      max(m.seq)::int AS seq,
       (SELECT count(*)::int FROM chats t WHERE t.last_seq <> 1) AS gaps, (SELECT count(*)::int
         FROM chats) AS chats,
       (SELECT sum(unread_messages)::int FROM chat_members) AS unread, (SELECT receivers
         FROM broadcasts WHERE id = $1) AS counted
     FROM messages m WHERE m.broadcast_id = $1`,
    [id],
  );
  expect(rows).toEqual([
    {
      messages: FANS,
      receivers: FANS,
      seq: 1,
      gaps: 0,
      chats: FANS,
      unread: FANS,
      counted: FANS,
    },
  ]);
  const again = await app.press<{ id: string }>('POST', '/chats/many', creator.token, request);
  expect(again.id).toBe(id);
});
