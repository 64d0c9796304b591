// Marks frames of shows as looked at, recorded with their number; those of the administrator's own
// shows wait for another.
import type { LiveFrameId } from '@camarim/contract/features/lives/frames';
import { recordAct } from '../../../platform/audit/audit.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { markReviewed } from './frames-store.ts';
import type { LiveReviewer } from './policy.ts';

/** Returns how many waited. Throws decision.claimed while another person holds one of the shows. */
export const reviewFrames = (
  ctx: Ctx,
  { adminId }: Allowed<LiveReviewer>,
  ids: readonly LiveFrameId[],
): Promise<number> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const reviewed = await markReviewed(tx, ids, { adminId, now });
    for (const show of reviewed)
      await recordAct(tx, {
        adminId,
        action: 'live.framesChecked',
        profileId: null,
        subjectId: show.liveId,
        reason: String(show.reviewed),
        now,
      });
    return reviewed.reduce((sum, show) => sum + show.reviewed, 0);
  });
