// Takes one media down without a report, such as by an order of a court.
import type { MediaId } from '@camarim/contract/ids';
import type { RemovalReason } from '@camarim/contract/moderation';
import type { Ctx } from '../../context.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { lockUnfailed, type MediaReviewer } from '../media/index.ts';
import { notifyRemoval } from './notify.ts';
import { removeContent } from './remove-content.ts';

/** Throws media.notFound for one that is not there any more, and decision.own for an own one. */
export const takeDown = (
  ctx: Ctx,
  { adminId }: Allowed<MediaReviewer>,
  mediaId: MediaId,
  { code, reason }: { code: RemovalReason; reason: string },
): Promise<{ blocked: number }> =>
  transaction(ctx.db, async (tx) => {
    const ownerId = await lockUnfailed(tx, mediaId);
    refuseOwnDecision(adminId, ownerId);
    const removal = {
      target: { kind: 'media', id: mediaId, ownerId: ownerId ?? adminId, mediaIds: [mediaId] },
      origin: 'moderation',
      originId: mediaId,
      code,
      reason,
      adminId,
    } as const;
    const removed = ownerId && (await removeContent(ctx, tx, removal));
    if (!ownerId || !removed) throw new AppError('media.notFound');
    await notifyRemoval(ctx, tx, { ...removal, ownerId, kind: 'media', count: 1 });
    return { blocked: removed.blocked };
  });
