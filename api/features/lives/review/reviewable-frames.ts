// Frames of a show in the review of content: those that pass need nothing more, and a refusal
// pauses the show until an administrator resumes it.
import type { Ctx } from '../../../context.ts';
import type { ReviewableContent } from '../../reviews/index.ts';
import { lockRecordedLive } from '../outputs/recordings-store.ts';
import { recordDecision } from './decide.ts';
import { lockBatch } from './frames-store.ts';

export const createReviewableFrames = (ctx: Ctx): ReviewableContent => ({
  lock: async (tx, id) => (await lockBatch(tx, id))?.waiting ?? false,
  release: async () => {},
  refuse: async (tx, id, { adminId, reason, now }) => {
    const batch = await lockBatch(tx, id);
    const live = batch && (await lockRecordedLive(tx, batch.liveId));
    // One that an item of it paused before is not paused again.
    if (!live || live.withheld_at) return;
    await recordDecision(ctx, tx, live, { adminId, decision: 'pause', reason, now });
  },
});
