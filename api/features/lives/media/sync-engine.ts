// Follows the live engine: its events are hints, delivered at least once, upon which the truth is
// asked for. A look at everything each minute finds what no event said.
import { isUuid } from '@camarim/contract/ids';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveId } from '@camarim/contract/features/lives';
import type { PeerId } from '@camarim/contract/features/lives/media';
import { LIVE_GROUP_WAIT_MINUTES } from '@camarim/contract/limits';
import { MINUTE_MS } from '@camarim/contract/time';
import type { AccessChange } from '../../../platform/bus/port.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { LiveEvent } from '../../../platform/live/port.ts';
import type { Ctx } from '../../../context.ts';
import { AWAY_JOB, AWAY_MAX_MS, endLive } from '../end-live.ts';
import { leaveShow } from '../entry/bill-shows.ts';
import { endEntry, endMedia } from '../entry/end-entry.ts';
import { entriesWithoutAccess } from '../entry/entries-store.ts';
import { livesWithoutConsent } from '../performers-store.ts';
import { NOTIFY_JOB } from '../notify-followers.ts';
import { collectSegments } from '../outputs/collect.ts';
import { recordRoomEvent, showOf } from '../events/record-event.ts';
import { changeRecording } from '../outputs/control-recording.ts';
import { syncOutput } from '../outputs/sync-output.ts';
import { silentHlsVisits } from '../outputs/watch-by-hls.ts';
import { BREAK_MAX_MS } from '../pause.ts';
import { requestStartFrame } from '../review/jobs.ts';
import { closeVisits } from './close-visits.ts';
import { checkSessions } from './ended-sessions.ts';
import { publishLostConnections, publishState } from './presence.ts';
import { findOpenLive, markAway, markOnAir, type OpenLive, openLives } from './states-store.ts';
import {
  openVisits,
  visitsWithoutAccess,
  visitsWithoutEntry,
  type VisitRow,
} from './visits-store.ts';

/** A show that was opened and never sent anything ends. */
const STARTING_MAX_MS = { party: 15 * MINUTE_MS, private: 3 * MINUTE_MS } as const;
const GROUP_MAX_MS = LIVE_GROUP_WAIT_MINUTES * 60_000;
/** A visit whose connection the engine does not know yet may be about to begin. */
const CONNECTING_MS = 15_000;
const RETRY_MS = 1_000;

const moveOnAir = async (ctx: Ctx, id: LiveId): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    const moved = await markOnAir(tx, id, ctx.clock.now());
    if (!moved) return;
    await publishState(ctx, tx, { id, ...moved }, 'onAir');
    if (moved.first) await requestStartFrame(ctx, tx, id);
    // The camera settings ask for it, and everyone who enters has read that.
    if (moved.first && moved.recorded && ctx.live.makesOutputs)
      await changeRecording(ctx, tx, id, (_live, now) => ({ recording_asked_at: now }));
    if (moved.first && moved.type === 2) await ctx.jobs.enqueue(tx, NOTIFY_JOB, { liveId: id });
    if (moved.first)
      await recordRoomEvent(ctx, tx, {
        producerId: moved.producerId,
        type: 'show.started',
        subjectId: id,
        data: { show: showOf(id, moved.type) },
      });
  });
};

const moveAway = async (ctx: Ctx, id: LiveId): Promise<void> => {
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    const moved = await markAway(tx, id, now);
    if (!moved) return;
    await publishState(ctx, tx, { id, ...moved }, 'away');
    await ctx.jobs.enqueue(
      tx,
      AWAY_JOB,
      { liveId: id },
      { startAfter: new Date(now.getTime() + AWAY_MAX_MS) },
    );
  });
};

/** Syncs a show with its publisher at the engine; ends it when no media came for too long. */
export const syncPublisher = async (ctx: Ctx, { id }: Pick<OpenLive, 'id'>): Promise<void> => {
  const publisher = await ctx.live.publisher(id);
  const live = await findOpenLive(ctx.db, id);
  const nowMs = ctx.clock.now().getTime();
  if (live?.pausedAt) {
    if (!live.inPrivate && nowMs - live.pausedAt.getTime() >= BREAK_MAX_MS)
      return endLive(ctx, id, 'lost');
    // Its producer sends to their private show only, or to none.
    return publisher ? ctx.live.leave(id, publisher.peer) : undefined;
  }
  if (live?.waitsForGroup && nowMs - live.startedAt.getTime() >= GROUP_MAX_MS)
    return endLive(ctx, id, 'groupNotFilled');
  if (publisher) {
    await moveOnAir(ctx, id);
    return syncOutput(ctx, id);
  }
  await moveAway(ctx, id);
  if (live?.lostAt && nowMs - live.lostAt.getTime() >= AWAY_MAX_MS) await endLive(ctx, id, 'lost');
  else if (live && !live.publishedAt && !live.waitsForGroup) {
    const maxMs = live.type === 3 ? STARTING_MAX_MS.private : STARTING_MAX_MS.party;
    if (nowMs - live.startedAt.getTime() >= maxMs) await endLive(ctx, id, 'neverPublished');
  }
};

/** Ends visits whose connection is gone, and connections without a visit. */
const syncViewers = async (ctx: Ctx, id: LiveId): Promise<void> => {
  // Normally the process that ends an entry also removes its viewer; this covers a process that was
  // killed in between.
  for (const { id: peer, profileId } of await visitsWithoutEntry(ctx.db, id)) {
    await ctx.live.kick(id, profileId);
    await closeVisits(ctx, id, [peer]);
  }
  const peers = await ctx.live.viewers(id);
  const visits = await openVisits(ctx.db, id);
  const connected = new Set<string>(peers.map(({ peer }) => peer));
  const visiting = new Set<string>(visits.map(({ id: peer }) => peer));
  const before = ctx.clock.now().getTime() - CONNECTING_MS;
  const gone = visits.filter(
    ({ id: peer, joined_at, via }) =>
      via === 'webrtc' && !connected.has(peer) && joined_at.getTime() < before,
  );
  if (gone.length > 0)
    await closeVisits(
      ctx,
      id,
      gone.map(({ id: peer }) => peer),
    );
  const silent = await silentHlsVisits(ctx, id);
  if (silent.length > 0) await closeVisits(ctx, id, silent);
  for (const { peer, connectedMs } of peers)
    if (!visiting.has(peer) && connectedMs > CONNECTING_MS) await ctx.live.leave(id, peer);
};

/** Syncs every show that has not ended. A failure with one does not stop the others. */
export const syncAllShows = async (ctx: Ctx): Promise<void> => {
  for (const id of await livesWithoutConsent(ctx.db)) await endLive(ctx, id, 'moderation');
  const open = await openLives(ctx.db);
  // Normally the event of a change does that; this covers one that was lost or failed.
  await checkAccess(ctx, { owners: open.map(({ producerId }) => producerId) });
  await checkSessions(ctx);
  for (const live of open) {
    try {
      if (!live.approved) await endLive(ctx, live.id, 'suspended');
      else if (live.watcherLeft) await endLive(ctx, live.id, 'watcherLeft');
      else {
        await syncPublisher(ctx, live);
        await syncViewers(ctx, live.id);
      }
    } catch (error) {
      ctx.log.warn({ err: error, liveId: live.id }, 'a live show was not checked');
    }
  }
};

/** Every process sees the event; the first one tells the rooms. */
const ONCE = { limit: 1, windowSeconds: 60 } as const;

const applyRestart = async (ctx: Ctx, eventId: string): Promise<void> => {
  const { allowed } = await ctx.limits.take(`lives.restarted:${eventId}`, ONCE);
  if (allowed)
    await publishLostConnections(
      ctx,
      (await openLives(ctx.db)).map(({ id }) => id),
    );
  await syncAllShows(ctx);
};

/** Repeated, an event changes nothing more. */
export const applyEvent = async (ctx: Ctx, event: LiveEvent): Promise<void> => {
  if (event.type === 'engine.restarted') return applyRestart(ctx, event.id);
  if (!isUuid(event.room)) return;
  const id = event.room as LiveId;
  if (event.type === 'segments') return collectSegments(ctx);
  if (event.type === 'viewer.down') return closeVisits(ctx, id, [event.peer as PeerId]);
  if (event.type !== 'viewer.up') await syncPublisher(ctx, { id });
};

/** Runs until the signal. An event that can't be applied is covered by the sweep every minute. */
export const consumeEngineEvents = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  if ((await ctx.live.health()).state === 'off') return;
  let from: string | undefined;
  while (!signal.aborted) {
    try {
      for await (const event of ctx.live.events({ from, signal })) {
        from = event.id;
        await applyEvent(ctx, event);
      }
    } catch (error) {
      if (!signal.aborted) ctx.log.warn({ err: error }, 'an event of live video was not applied');
    }
    await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {});
  }
};

/**
 * Ends shows of producers who may not broadcast any more, and the entries, media and visits of
 * watchers from whom the producer is hidden by now, or whose account is blocked.
 */
export const enforceAccess = async (
  ctx: Ctx,
  { owners = [], viewers = [] }: AccessChange,
): Promise<void> => {
  if (owners.length + viewers.length === 0) return;
  if (owners.length > 0)
    for (const { id, approved, producerId } of await openLives(ctx.db))
      if (!approved && owners.includes(producerId)) await endLive(ctx, id, 'suspended');
  const entries = await entriesWithoutAccess(ctx.db, { owners, viewers });
  // Together, so that an engine that hangs is waited for once, and one failure stops no other.
  await Promise.all(
    entries.map(async (entry) => {
      try {
        if (await endEntry(ctx, entry.id, entry.producer_id, 'removed'))
          await leaveShow(ctx, { id: entry.live_id, type: entry.type }, entry);
      } catch (error) {
        ctx.log.warn({ err: error, liveId: entry.live_id }, 'an entry to a show was not ended');
      }
    }),
  );
  const visits: VisitRow[] = await visitsWithoutAccess(ctx.db, { owners, viewers });
  // First, because the engine may not answer: the sweep ends connections without a visit.
  for (const { id, live_id } of visits) await closeVisits(ctx, live_id, [id]);
  await Promise.all(visits.map(({ live_id, profile_id }) => endMedia(ctx, live_id, profile_id)));
};

/** The same, whose failure is logged. */
export const checkAccess = (ctx: Ctx, change: AccessChange): Promise<void> =>
  enforceAccess(ctx, change).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'the access of watchers was not checked'),
  );
