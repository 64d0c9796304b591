// A producer with many followers, and mass messages to all of them, for benchmarks.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './stage.ts';

/** People who follow the first producer; half of them have a conversation with them already. */
export const addFollowers = async (
  { database, producers }: Stage,
  count: number,
): Promise<void> => {
  const creator = producers[0]?.profileId;
  await database.query(
    `WITH p AS MATERIALIZED (SELECT uuidv7() AS id, uuidv7() AS user_id, 'follower' || n AS name
      FROM generate_series(1, $2::int) n),
      u AS (INSERT INTO users (id, email, created_at) SELECT user_id, name || '@example.com', now()
        FROM p),
      o AS (INSERT INTO profiles (id, user_id, domain_name, display_name, created_at) SELECT id,
        user_id, name, name, now() FROM p)
    INSERT INTO follows (follower_id, followee_id, created_at) SELECT id, $1::uuid, now() FROM p`,
    [creator, count],
  );
  await database.query(
    `WITH p AS MATERIALIZED (SELECT uuidv7() AS chat_id, f.follower_id FROM (SELECT follower_id,
      row_number() OVER (ORDER BY follower_id) AS n FROM follows WHERE followee_id = $1::uuid) f
      WHERE n % 2 = 0),
      t AS (INSERT INTO chats (id, created_at) SELECT chat_id, now() FROM p)
    INSERT INTO chat_members (chat_id, profile_id, other_id, last_message_at, updated_at)
    SELECT p.chat_id, d.profile_id, d.other_id, now(), now() FROM p
      CROSS JOIN LATERAL (VALUES ($1::uuid, p.follower_id), (p.follower_id,
      $1::uuid)) d (profile_id, other_id)`,
    [creator],
  );
  await database.query('VACUUM ANALYZE');
};

export type MassMessage = { id: string; state: string; statistics: { receivers: number } };

const ask = async (stage: Stage, path: string, body?: object): Promise<MassMessage> => {
  const response = await fetch(`http://127.0.0.1:${stage.port}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-origin': 'CAM',
      authorization: `Bearer ${stage.producers[0]?.token}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { success, data } = (await response.json()) as { success: boolean; data: MassMessage };
  if (!success) throw new Error(`${path} answered ${response.status}`);
  return data;
};

/** Begins a mass message to all followers; the call has been answered. */
export const beginMassMessage = (stage: Stage): Promise<MassMessage> =>
  ask(stage, '/chats/many', {
    include: [{ kind: 'followers' }],
    message: 'Tem ensaio novo hoje à noite',
  });

/** Milliseconds until the first receiver has it, and until all have. */
export const watchMassMessage = async (
  stage: Stage,
  { id }: MassMessage,
): Promise<{ firstMs: number; allMs: number; receivers: number }> => {
  const beganAt = performance.now();
  let firstMs: number | null = null;
  for (;;) {
    const { rows } = await stage.database.query<{ state: string; receivers: number }>(
      'SELECT state, receivers FROM broadcasts WHERE id = $1',
      [id],
    );
    const [row] = rows;
    const nowMs = performance.now() - beganAt;
    if (row && row.receivers > 0) firstMs ??= nowMs;
    if (row?.state === 'sent')
      return { firstMs: firstMs ?? nowMs, allMs: nowMs, receivers: row.receivers };
    await sleep(20);
  }
};
