// Bills paid shows in a sweep every two seconds, by what the live engine delivered to whom. Any
// number of processes may run it; one bills each show.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProfileId } from '@camarim/contract/ids';
import { LIVE_TICKET_SECONDS } from '@camarim/contract/limits';
import { transaction } from '../../../platform/database/transaction.ts';
import type { LivePeer } from '../../../platform/live/port.ts';
import type { Ctx } from '../../../context.ts';
import { endLive } from '../end-live.ts';
import { publishEarned } from '../media/presence.ts';
import { billEntryIn, deliveredOf } from './bill-entry.ts';
import { endEntriesOf, endEntry, endMedia, releaseLocked } from './end-entry.ts';
import {
  type BilledLive,
  claimLives,
  lockOpenEntry,
  type OpenEntry,
  openEntries,
  type Progress,
  saveProgress,
} from './entries-store.ts';
import { hlsReadings } from '../outputs/hls-visits-store.ts';
import {
  advanceDelivery,
  type DeliveryProof,
  IDLE_MAX_MS,
  PROOF_GAP_MS,
  proofOf,
  startedMinutes,
} from './rules.ts';

const INTERVAL_MS = 2_000;
/** A claim ends a little before the next sweep, which may come early. */
const CLAIM_MS = 1_500;

const isProven = ({ connectedAt, read }: DeliveryProof): boolean =>
  connectedAt !== null || read !== null;

/** Whether something but the delivered time changes with this proof. */
const isDue = (entry: OpenEntry, proof: DeliveryProof): boolean => {
  const before = deliveredOf(entry);
  const now = advanceDelivery(before, proof);
  if (entry.charge !== 'minute')
    return (
      now.startedAt !== before.startedAt ||
      (entry.locked_at !== null &&
        isProven(proof) &&
        now.deliveredMs >= LIVE_TICKET_SECONDS * 1_000)
    );
  return (
    startedMinutes(now) !== startedMinutes(before) ||
    // What was given back during a pause is locked again.
    (entry.locked_at === null && entry.low_reason === null && isProven(proof)) ||
    (entry.low_reason === 'money' && entry.balance >= entry.price_centavos)
  );
};

const bill = async (
  ctx: Ctx,
  live: BilledLive,
  entry: OpenEntry,
  proof: DeliveryProof,
): Promise<void> => {
  const exit = await transaction(ctx.db, async (tx) => {
    const locked = await lockOpenEntry(tx, entry.id);
    return locked && (await billEntryIn(ctx, tx, locked, live.producerId, proof));
  });
  if (exit) await leaveShow(ctx, live, entry);
};

/** After the entry has ended: a private show is over without its watcher. */
export const leaveShow = async (
  ctx: Ctx,
  live: Pick<BilledLive, 'id' | 'type'>,
  { profile_id, role }: Pick<OpenEntry, 'profile_id' | 'role'>,
): Promise<void> => {
  if (live.type === 3 && role === 'watcher') await endLive(ctx, live.id, 'watcherLeft');
  else await endMedia(ctx, live.id, profile_id);
};

/**
 * The producer has been sending for as long, and nothing of it reaches the watcher. A ticket that
 * is paid is valid to the end.
 */
const isIdle = (
  live: BilledLive,
  entry: OpenEntry,
  { publisher, nowMs }: Pick<Media, 'publisher' | 'nowMs'>,
): boolean => {
  const isTicket = entry.charge !== 'minute';
  if (!publisher || live.waitsForGroup || (isTicket && entry.locked_at === null)) return false;
  const maxMs = live.type === 3 ? IDLE_MAX_MS.private : IDLE_MAX_MS.party;
  const sinceMs = Math.max(
    ...[
      entry.seen_at ?? entry.entered_at,
      isTicket ? entry.locked_at : null,
      live.groupReadyAt,
      live.resumedAt,
    ].map((at) => at?.getTime() ?? 0),
  );
  return publisher.connectedMs > maxMs && nowMs - sinceMs > maxMs;
};

/**
 * After five minutes a pause keeps no minute locked. Who waits on the page has no connection, as
 * who closed it: the entry stays.
 */
const isHeldByPause = (live: BilledLive, entry: OpenEntry, nowMs: number): boolean =>
  live.paused &&
  entry.charge === 'minute' &&
  entry.locked_at !== null &&
  nowMs - (entry.seen_at ?? entry.entered_at).getTime() > IDLE_MAX_MS.party;

/** What the engine knows of a show at one instant. */
type Media = {
  publisher: LivePeer | null;
  proofOf: (profileId: ProfileId) => DeliveryProof;
  nowMs: number;
};

/** The best connection of each person. */
const bestPeers = (peers: readonly LivePeer[]): Map<string, LivePeer> => {
  const best = new Map<string, LivePeer>();
  for (const peer of peers) {
    const known = best.get(peer.user);
    if (!known || (peer.silentMs ?? Infinity) < (known.silentMs ?? Infinity))
      best.set(peer.user, peer);
  }
  return best;
};

/**
 * Timestamped before the engine is asked, so that a slow reply does not count as delivered time.
 */
const mediaOf = async (ctx: Ctx, live: BilledLive): Promise<Media> => {
  const nowMs = ctx.clock.now().getTime();
  const publisher = live.paused ? null : await ctx.live.publisher(live.id);
  const best = bestPeers(publisher ? await ctx.live.viewers(live.id) : []);
  const readings = await hlsReadings(ctx.db, live.id, {
    after: new Date(nowMs - PROOF_GAP_MS),
    until: new Date(nowMs),
  });
  return {
    publisher,
    nowMs,
    proofOf: (profileId) => ({
      connectedAt: proofOf(publisher, best.get(profileId), nowMs),
      read: readings.get(profileId) ?? null,
    }),
  };
};

const progressOf = (entry: OpenEntry, proof: DeliveryProof): Progress | null => {
  const { seenAt, ...delivered } = advanceDelivery(deliveredOf(entry), proof);
  if (seenAt === null || seenAt === entry.seen_at?.getTime()) return null;
  return { id: entry.id, seenBefore: entry.seen_at, seenAt: new Date(seenAt), ...delivered };
};

/**
 * Bills or ends one entry where that is due; returns the progress to save where only its delivered
 * time changed.
 */
const billEntry = async (
  ctx: Ctx,
  live: BilledLive,
  entry: OpenEntry,
  media: Media,
): Promise<{ billed: boolean; progress: Progress | null }> => {
  const proof = media.proofOf(entry.profile_id);
  if (isDue(entry, proof)) {
    await bill(ctx, live, entry, proof);
    return { billed: true, progress: null };
  }
  const progress = progressOf(entry, proof);
  if (progress) return { billed: false, progress };
  if (isHeldByPause(live, entry, media.nowMs)) await releaseLocked(ctx, entry.id);
  else if (isIdle(live, entry, media) && (await endEntry(ctx, entry.id, live.producerId, 'left')))
    await leaveShow(ctx, live, entry);
  return { billed: false, progress: null };
};

const billShow = async (ctx: Ctx, live: BilledLive): Promise<void> => {
  if (live.ended) return endEntriesOf(ctx, live.id, live.producerId, 'showEnded');
  const media = await mediaOf(ctx, live);
  const progress: Progress[] = [];
  let earned = false;
  for (const entry of await openEntries(ctx.db, live.id))
    try {
      const result = await billEntry(ctx, live, entry, media);
      if (result.progress) progress.push(result.progress);
      earned ||= result.billed;
    } catch (error) {
      // A failed entry must not stop the billing of the others.
      ctx.log.warn(
        { err: error, liveId: live.id, entryId: entry.id },
        'an entry to a live show was not billed',
      );
    }
  await saveProgress(ctx.db, progress);
  if (earned) await publishEarned(ctx, live);
};

/** One sweep over all paid shows. A failure with one does not stop the others. */
export const billShows = async (ctx: Ctx, claimMs = CLAIM_MS): Promise<void> => {
  for (const live of await claimLives(ctx.db, ctx.clock.now(), claimMs))
    try {
      await billShow(ctx, live);
    } catch (error) {
      ctx.log.warn({ err: error, liveId: live.id }, 'a live show was not billed');
    }
};

/**
 * Runs until the signal. Without live video, the job that runs every minute ends what an earlier
 * start left.
 */
export const keepBilling = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  if ((await ctx.live.health()).state === 'off') return;
  while (!signal.aborted) {
    await sleep(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    await billShows(ctx).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'live shows were not billed'),
    );
  }
};
