// Whether segments are made of a show: while it is recorded, and while somebody watches by HLS or soon
// will.
import type { LiveId } from '@camarim/contract/features/lives';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';

/** From this part of the viewers on whose number the overflow depends, segments are made ahead. */
const AHEAD = 0.9;

type Needs = { recorded: boolean; onAir: boolean; byHls: number; connected: number };

const needsOf = async (db: Kysely<DB>, id: LiveId): Promise<Needs | null> => {
  const { rows } = await sql<Needs>`
    SELECT l.published_at IS NOT NULL AS "onAir",
      EXISTS (SELECT FROM live_recordings r WHERE r.live_id = l.id AND r.ended_at IS NULL) AS recorded,
      (SELECT count(*)::int FROM live_viewers w WHERE w.live_id = l.id AND w.left_at IS NULL AND w.via = 'hls') AS "byHls",
      (SELECT count(*)::int FROM live_viewers w WHERE w.live_id = l.id AND w.left_at IS NULL AND w.via = 'webrtc') AS connected
    FROM lives l WHERE l.id = ${id}::uuid AND l.ended_at IS NULL`.execute(db);
  return rows[0] ?? null;
};

/**
 * Throws live.useHls when as many watch over the engine as the installation wants. Before that, segments
 * begin to be made, so that those who come later don't wait for the first.
 */
export const requireRoom = async (ctx: Ctx, id: LiveId): Promise<void> => {
  const most = ctx.config.LIVE_HLS_ABOVE_VIEWERS;
  const { rows } = await sql<{ connected: number }>`
    SELECT count(*)::int AS connected FROM live_viewers WHERE live_id = ${id}::uuid AND left_at IS NULL AND via = 'webrtc'`.execute(
    ctx.db,
  );
  const connected = (rows[0]?.connected ?? 0) + 1;
  if (connected >= most * AHEAD) await followOutput(ctx, id);
  if (connected > most) throw new AppError('live.useHls');
};

/** Starts or stops the engine's output as the show needs it. Never throws: the next look repeats it. */
export const followOutput = async (ctx: Ctx, id: LiveId): Promise<void> => {
  try {
    const needs = await needsOf(ctx.db, id);
    if (!needs?.onAir) return;
    const crowded = needs.connected + 1 >= ctx.config.LIVE_HLS_ABOVE_VIEWERS * AHEAD;
    if (needs.recorded || needs.byHls > 0 || crowded) await ctx.live.startOutput(id);
    else await ctx.live.stopOutput(id);
  } catch (error) {
    ctx.log.warn({ err: error, liveId: id }, 'the output of a show was not started or stopped');
  }
};
