// Open shows and frames as administrators see them.
import type { Routes } from '@camarim/contract';
import type { LiveId } from '@camarim/contract/features/lives';
import { frameImagePath } from '@camarim/contract/features/lives/frames';
import type { DataInput } from '@camarim/contract/route';
import { NOWHERE } from '../../../platform/http/place.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { summarise } from '../../profiles/index.ts';
import { loadLives } from '../store.ts';
import { viewLives } from '../view-lives.ts';
import { countOpen, decisionsOf, openForReview } from './decisions-store.ts';
import { type FrameRow, framesOfLive } from './frames-store.ts';
import type { LiveReviewer } from './policy.ts';

type ModeratedLive = DataInput<Routes['GET /dsb/lives']>[number];
type Frame = DataInput<Routes['GET /dsb/lives/frames']>[number];

export const viewOpenLives = async (
  ctx: Ctx,
  { adminId }: Allowed<LiveReviewer>,
  page: { limit: number; offset: number },
): Promise<{ data: ModeratedLive[]; total: number }> => {
  const rows = await openForReview(ctx.db, page);
  const ids = rows.map(({ liveId }) => liveId);
  const requester = { profileId: adminId, place: NOWHERE };
  const lives = await viewLives(ctx, await loadLives(ctx.db, ids, requester), {
    requester,
    adult: true,
  });
  const shown = new Map(lives.map((live) => [live.id as LiveId, live]));
  const decisions = await decisionsOf(ctx.db, ids);
  const data = rows.flatMap(({ liveId, lastFrameId, ...counts }): ModeratedLive[] => {
    const live = shown.get(liveId);
    if (!live) return [];
    return [
      {
        ...live,
        ...counts,
        lastFrameUrl: lastFrameId && frameImagePath(lastFrameId),
        decisions: decisions
          .filter((one) => one.liveId === liveId)
          .map(({ decision, reason, createdAt }) => ({
            decision,
            reason,
            decidedAt: createdAt.toISOString(),
          })),
      },
    ];
  });
  return { data, total: await countOpen(ctx.db) };
};

const presentFrames = async (ctx: Ctx, rows: readonly FrameRow[]): Promise<Frame[]> => {
  const people = await summarise(ctx, [...new Set(rows.map((row) => row.producer_id))]);
  return rows.map((row) => ({
    id: row.id,
    liveId: row.live_id,
    profile: people.get(row.producer_id) ?? null,
    kind: row.kind,
    takenAt: row.taken_at.toISOString(),
    blocked: row.blocked,
    url: row.has_picture ? frameImagePath(row.id) : null,
    ended: row.ended,
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
  }));
};

export const viewFrames = async (
  ctx: Ctx,
  { limit, liveId }: { limit: number; liveId: LiveId },
): Promise<Frame[]> => presentFrames(ctx, await framesOfLive(ctx.db, liveId, limit));
