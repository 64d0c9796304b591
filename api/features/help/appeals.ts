// Which decisions of administrators a member may appeal, with a help ticket about the decision, and
// what happens when the appeal is won.
import type { ProfileId } from '@camarim/contract/ids';
import { REASON_MAX } from '@camarim/contract/limits';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import type { AdminAction } from '../../platform/audit/audit.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import { overturnLabel, type Restoration, restoreContent } from '../decisions/index.ts';
import { overturnRefusal } from '../removals/index.ts';
import { overturnDismissal } from '../reports/index.ts';
import { restoreReviewIn } from '../reviews/index.ts';
import type { TicketRow } from './store.ts';

/** In the audit log, about the member's profile. */
export const APPEALABLE: readonly AdminAction[] = [
  'report.upheld',
  'review.refused',
  'removal.granted',
  'media.takenDown',
  'media.labelled',
  'post.labelled',
  'producer.suspended',
  'producer.rejected',
  'order.settled',
  'order.refunded',
];

export type WonAppeal = {
  appeal: NonNullable<TicketRow['appeal']>;
  /**
   * The person who appealed; null: a person without an account, whose report or request was
   * refused.
   */
  ownerId: ProfileId | null;
  adminId: ProfileId;
  reason: string;
};

/**
 * Another administrator may have taken the refusal back since the appeal; nothing was written then.
 */
const restoreUnlessDone = async (
  ctx: Ctx,
  services: Services,
  tx: Transaction,
  by: { id: string; reason: string },
  adminId: ProfileId,
): Promise<{ published: boolean }> => {
  try {
    return await restoreReviewIn(ctx, services, tx, allow({ adminId }), by);
  } catch (error) {
    if (error instanceof AppError && error.code === 'review.notRefused')
      return { published: false };
    throw error;
  }
};

const shown = (restored: number): Restoration => ({ restored, stillHeld: 0 });

/**
 * Carries out the contrary of the decision, in the caller's transaction: removed content is back, a
 * refusal before publication and a label of AI are taken back, and what a refused report or removal
 * request was about is removed. Suspensions and orders are decided again on their own pages. Throws
 * report.nothingToRemove, and removal.nothingLeft.
 */
export const overturn = async (
  ctx: Ctx,
  services: Services,
  tx: Transaction,
  { appeal: { action, subjectId, reportId, removalId }, ownerId, adminId, reason }: WonAppeal,
): Promise<Restoration> => {
  const said = reason.slice(0, REASON_MAX);
  if (reportId !== null) {
    await overturnDismissal(ctx, tx, allow({ adminId }), { reportId, reason: said });
    return shown(0);
  }
  if (removalId !== null) {
    await overturnRefusal(ctx, tx, allow({ adminId }), { requestId: removalId, reason: said });
    return shown(0);
  }
  if (ownerId === null) return shown(0);
  if (action === 'review.refused') {
    const by = { id: subjectId, reason: said };
    const { published } = await restoreUnlessDone(ctx, services, tx, by, adminId);
    return shown(published ? 1 : 0);
  }
  if (action === 'media.labelled' || action === 'post.labelled') {
    const by = { id: subjectId, ownerId, adminId, reason: said };
    return shown((await overturnLabel(ctx, services, tx, by)) ? 1 : 0);
  }
  return restoreContent(ctx, tx, { originId: subjectId, ownerId, adminId });
};
