// Erases media that a decision removed. Their pictures were blocked by the decision, so that copies
// are refused.
import type { MediaId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { eraseMedia } from '../process/process-media.ts';
import { lockUnfailed, markTakenDown } from '../store.ts';

/**
 * In the caller's transaction. No viewer is served it after the commit, buyers included; its owner
 * reads that it was blocked.
 */
export const eraseTakenDown = async (
  ctx: Ctx,
  tx: Transaction,
  mediaId: MediaId,
): Promise<void> => {
  const there = await lockUnfailed(tx, mediaId);
  // Its owner may have deleted it while the law kept its files.
  await eraseMedia(ctx, tx, [mediaId]);
  if (there) await markTakenDown(tx, mediaId);
};
