// Erases media that a decision removed. Their pictures were blocked by the decision, so that copies are
// refused.
import type { MediaId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { eraseMedia } from '../process/process-media.ts';
import { lockUnfailed, markTakenDown } from '../store.ts';

/**
 * In the caller's transaction. No viewer is served it after the commit, buyers included; its owner
 * reads that it was blocked. Nothing happens to one that is gone.
 */
export const eraseTakenDown = async (
  ctx: Ctx,
  tx: Transaction,
  mediaId: MediaId,
): Promise<void> => {
  if (!(await lockUnfailed(tx, mediaId))) return;
  await eraseMedia(ctx, tx, [mediaId]);
  await markTakenDown(tx, mediaId);
};
