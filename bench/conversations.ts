// Conversations that have begun, as most have, between all producers and all fans, for benchmarks.
import type { Stage } from './stage.ts';

export const beginConversations = async ({ database }: Stage): Promise<void> => {
  await database.query(
    `INSERT INTO follows (follower_id, followee_id, created_at) SELECT f.id, p.id, now()
      FROM profiles f, profiles p
     WHERE f.producer_stage = 'member' AND p.producer_stage = 'approved'`,
  );
  await database.query(
    `WITH pairs AS (SELECT gen_random_uuid() AS id, s.id AS a, r.id AS b FROM profiles s, profiles r
      WHERE s.producer_stage = 'approved' AND r.producer_stage = 'member'),
       c AS (INSERT INTO chats (id, created_at) SELECT id, now() FROM pairs)
     INSERT INTO chat_members (chat_id, profile_id, other_id, last_message_at, updated_at)
     SELECT id, x, y, now(), now() FROM pairs, LATERAL (VALUES (a, b), (b, a)) v (x, y)`,
  );
};
