// What the room of a show hears of its state and of the number of its watchers.
import { topicKey } from '@camarim/contract/events';
import type { LiveId, LiveState } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { Ctx } from '../../../context.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { summarise } from '../../profiles/index.ts';
import { announceVisits, countWatchers, shownToWatchers } from './visits-store.ts';

/**
 * The count goes to everyone in the room. Were it sent at each coming and going, a wave of a
 * thousand watchers would send a million events.
 */
const COUNT_RULE = { limit: 1, windowSeconds: 3 } as const;
const WINDOW_MS = 3_000;

export const PRESENCE_JOB = 'lives.presence';
/** `at`: the end of the window, so that what comes during one job is left to the next. */
export type PresencePayload = { liveId: LiveId; at: string };

/** A page that is loaded again comes back within this time. */
const LEFT_AFTER_MS = 6_000;
/** A larger room is not interested in who comes. */
const NAMED_UP_TO = 100;
const NAMES_MAX = 5;

const announceSoon = async (ctx: Ctx, tx: Database, liveId: LiveId): Promise<void> => {
  const nowMs = ctx.clock.now().getTime();
  const at = new Date((Math.floor(nowMs / WINDOW_MS) + 1) * WINDOW_MS);
  await ctx.jobs.enqueue(tx, PRESENCE_JOB, { liveId, at: at.toISOString() }, { startAfter: at });
};

/**
 * The number of watchers, to the room at once, or some seconds later when it was sent just now;
 * then also who came and went. In the transaction of the visit, so that the last count always
 * comes.
 */
export const publishWatchers = async (ctx: Ctx, tx: Database, liveId: LiveId): Promise<void> => {
  await announceSoon(ctx, tx, liveId);
  const { allowed } = await ctx.limits.take(`lives.count:${liveId}`, COUNT_RULE);
  if (!allowed) return;
  await ctx.outbox.publish(tx, {
    event: 'lives',
    topics: [topicKey('live', liveId)],
    payload: { id: liveId, watchers: await countWatchers(tx, liveId) },
  });
};

/** Names for the room, without those who are hidden from a watcher. */
const namesOf = async (
  ctx: Ctx,
  tx: Database,
  liveId: LiveId,
  joined: readonly ProfileId[],
): Promise<{ domainName: string; exibitionName: string }[]> => {
  if (joined.length === 0) return [];
  const shown = await shownToWatchers(tx, liveId, joined.slice(0, NAMES_MAX));
  const people = await summarise({ ...ctx, db: tx }, shown);
  return [...people.values()].map(({ domainName, exibitionName }) => ({
    domainName,
    exibitionName,
  }));
};

/** The work of a window's job. Waits for the next window while a count was sent just now. */
export const announcePresence = (ctx: Ctx, { liveId }: PresencePayload): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const { allowed } = await ctx.limits.take(`lives.count:${liveId}`, COUNT_RULE);
    if (!allowed) return announceSoon(ctx, tx, liveId);
    const now = ctx.clock.now();
    const changed = await announceVisits(tx, liveId, new Date(now.getTime() - LEFT_AFTER_MS));
    if (!changed) return;
    if (changed.waiting) await announceSoon(ctx, tx, liveId);
    const watchers = await countWatchers(tx, liveId);
    const joined = watchers > NAMED_UP_TO ? [] : await namesOf(ctx, tx, liveId, changed.joined);
    await ctx.outbox.publish(tx, {
      event: 'lives',
      topics: [topicKey('live', liveId)],
      payload: {
        id: liveId,
        watchers,
        ...(joined.length > 0 && { joined }),
        ...(changed.joined.length > 0 && { joinedCount: changed.joined.length }),
        ...(changed.left > 0 && { left: changed.left }),
      },
    });
  });

/** Publishes to the producer that what the show earned has changed. */
export const publishEarned = (
  ctx: Ctx,
  { id, producerId }: { id: LiveId; producerId: ProfileId },
): Promise<void> =>
  transaction(ctx.db, (tx) =>
    ctx.outbox.publish(tx, {
      event: 'lives',
      topics: [topicKey('member', producerId)],
      payload: { id, earned: true },
    }),
  );

/** All connections of these shows are gone: pages notice it by themselves, but seconds later. */
export const publishLostConnections = (ctx: Ctx, ids: readonly LiveId[]): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    for (const id of ids)
      await ctx.outbox.publish(tx, {
        event: 'lives',
        topics: [topicKey('live', id)],
        payload: { id, connectionsLost: true },
      });
  });

/**
 * A change of state: to the room, to the producer's other devices, and, for a party, to the page of
 * their profile.
 */
export const publishState = (
  ctx: Ctx,
  tx: Database,
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
