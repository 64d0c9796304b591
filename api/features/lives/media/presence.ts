// What the room of a show hears of its state and of the number of its watchers.
import { topicKey } from '@camarim/contract/events';
import type { LiveId, LiveState } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import type { Kysely } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';
import type { Ctx } from '../../../context.ts';
import { countWatchers } from './visits-store.ts';

/**
 * The count goes to everyone in the room. Were it sent at each coming and going, a wave of a thousand
 * watchers would send a million events.
 */
const COUNT_RULE = { limit: 1, windowSeconds: 2 } as const;

/** The number of watchers, to the room; left out when it was sent in the last seconds. */
export const publishWatchers = async (ctx: Ctx, tx: Kysely<DB>, liveId: LiveId): Promise<void> => {
  const { allowed } = await ctx.limits.take(`lives.count:${liveId}`, COUNT_RULE);
  if (!allowed) return;
  await ctx.outbox.publish(tx, {
    event: 'lives',
    topics: [topicKey('live', liveId)],
    payload: { id: liveId, watchers: await countWatchers(tx, liveId) },
  });
};

/**
 * A change of state: to the room, to the producer's other devices, and, for a party, to the page of
 * their profile.
 */
export const publishState = (
  ctx: Ctx,
  tx: Kysely<DB>,
  { id, producerId, type }: { id: LiveId; producerId: ProfileId; type: number },
  state: LiveState,
): Promise<void> =>
  ctx.outbox.publish(tx, {
    event: 'lives',
    topics: [
      topicKey('live', id),
      topicKey('member', producerId),
      ...(type === 2 ? [topicKey('profile', producerId)] : []),
    ],
    payload: { id, profileId: producerId, state },
  });
