// Visits by HLS: begun by a call, kept up by reading, and ended when nothing is read any more.
import type { LiveId } from '@camarim/contract/features/lives';
import type { PeerId } from '@camarim/contract/features/lives/media';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { enterCall } from '../calls/calls-store.ts';
import { publishWatchers } from '../media/presence.ts';
import { insertVisit, visitsWithoutEntry } from '../media/visits-store.ts';
import type { LiveWatcher } from '../policy.ts';
import { stateOf } from '../rules.ts';
import { playlistOf } from './addresses.ts';
import { syncOutput } from './sync-output.ts';
import { unreadVisits } from './hls-visits-store.ts';

/** Players read a segment every two seconds. */
const UNREAD_MS = 20_000;
/** The first playlist is held back until there is a segment, and the player is loaded before. */
const FIRST_READ_MS = 45_000;

/**
 * Throws live.notFound, live.notOnAir, live.withheld, live.entryRequired when the entry has ended,
 * live.refused for a private show and for its spies (segments come late and have sound), and
 * live.unavailable on an engine that makes no outputs.
 */
export const watchByHls = async (
  ctx: Ctx,
  { live, requester, role, sessionId }: Allowed<LiveWatcher>,
): Promise<{ peer: PeerId; playlist: string }> => {
  if (!ctx.live.makesOutputs) throw new AppError('live.unavailable');
  if (stateOf(live) !== 'onAir') throw new AppError('live.notOnAir');
  if (live.withheld_at || live.blurred_at) throw new AppError('live.withheld');
  if (live.type === 3 || role === 'spy') throw new AppError('live.refused');
  const peer = newId() as PeerId;
  const visit = {
    peer,
    liveId: live.id,
    requester,
    sessionId,
    role,
    now: ctx.clock.now(),
    via: 'hls' as const,
  };
  await transaction(ctx.db, async (tx) => {
    if (!(await insertVisit(tx, visit))) throw new AppError('live.notFound');
    const unpaid = await visitsWithoutEntry(tx, live.id);
    if (unpaid.some(({ id }) => id === peer)) throw new AppError('live.entryRequired');
    await enterCall(tx, live.id, requester.profileId, visit.now);
    await ctx.outbox.changeAccess(tx, { viewers: [requester.profileId] });
    await publishWatchers(ctx, tx, live.id);
  });
  await syncOutput(ctx, live.id);
  const address = { liveId: live.id, peer, profileId: requester.profileId };
  return { peer, playlist: await playlistOf(ctx, address) };
};

/** Visits by HLS that read nothing any more. */
export const silentHlsVisits = ({ db, clock }: Ctx, liveId: LiveId): Promise<PeerId[]> => {
  const nowMs = clock.now().getTime();
  return unreadVisits(db, liveId, {
    since: new Date(nowMs - UNREAD_MS),
    joinedBefore: new Date(nowMs - FIRST_READ_MS),
  });
};
