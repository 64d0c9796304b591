// Whether segments are made of a show: while it is recorded, and while people watch by HLS or soon
// will.
import type { LiveId } from '@camarim/contract/features/lives';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import { countConnected, needsOf } from './needs-store.ts';

/** From this part of the viewers on whose number the overflow depends, segments are made ahead. */
const AHEAD = 0.9;

/**
 * Throws live.useHls when as many watch over the engine as the installation wants. Before that,
 * segments begin to be made, so that those who come later don't wait for the first.
 */
export const requireRoom = async (ctx: Ctx, id: LiveId): Promise<void> => {
  if (!ctx.live.makesOutputs) return;
  const most = ctx.config.LIVE_HLS_ABOVE_VIEWERS;
  const connected = (await countConnected(ctx.db, id)) + 1;
  if (connected >= most * AHEAD) await syncOutput(ctx, id);
  if (connected > most) throw new AppError('live.useHls');
};

/** Null for a show that is not on air yet, or no more. */
const isNeeded = async ({ db, config }: Ctx, id: LiveId): Promise<boolean | null> => {
  const needs = await needsOf(db, id);
  if (!needs?.onAir) return null;
  // Nothing of a private show is made into files without its agreed recording.
  const crowded = needs.type === 2 && needs.connected + 1 >= config.LIVE_HLS_ABOVE_VIEWERS * AHEAD;
  return needs.recorded || needs.byHls > 0 || crowded;
};

/**
 * Starts or stops the engine's output as the show needs it. Never throws: the next sweep repeats
 * it.
 */
export const syncOutput = async (ctx: Ctx, id: LiveId): Promise<void> => {
  if (!ctx.live.makesOutputs) return;
  try {
    const needed = await isNeeded(ctx, id);
    if (needed === null) return;
    if (needed) return await ctx.live.startOutput(id);
    await ctx.live.stopOutput(id);
    // A viewer who came between the check and the stop found it running.
    if (await isNeeded(ctx, id)) await ctx.live.startOutput(id);
  } catch (error) {
    ctx.log.warn({ err: error, liveId: id }, 'the output of a show was not started or stopped');
  }
};
