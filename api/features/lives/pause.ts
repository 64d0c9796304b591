// A break of a producer: the party waits as it does for a private show, and ends when the break is
// too long.
import { LIVE_BREAK_MINUTES } from '@camarim/contract/limits';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { resumeIn } from './end-live.ts';
import { publishState } from './media/presence.ts';
import { hasPrivateShow, type LiveRow, pauseParty } from './store.ts';

export const BREAK_MAX_MS = LIVE_BREAK_MINUTES * 60_000;

/** Pauses the party, or goes on with it. Throws live.alreadyLive while a private show is open. */
export const setPause = async (
  ctx: Ctx,
  { id, producer_id: producerId }: Allowed<LiveRow>,
  on: boolean,
): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    if (await hasPrivateShow(tx, producerId)) throw new AppError('live.alreadyLive');
    if (!on) return resumeIn(ctx, tx, producerId);
    if (await pauseParty(tx, producerId, ctx.clock.now()))
      await publishState(ctx, tx, { id, producerId, type: 2 }, 'paused');
  });
  if (!on) return;
  // What is sent during the break would reach who watches; the sweep every minute repeats it.
  const publisher = await ctx.live.publisher(id).catch(() => null);
  if (publisher) await ctx.live.leave(id, publisher.peer).catch(() => undefined);
};
