// The team's decision about how a post was made.
import type { Routes } from '@camarim/contract';
import type { PostId } from '@camarim/contract/ids';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { AdminViewer } from '../../../platform/http/viewer.ts';
import { aiLabelOf } from '../../media/index.ts';
import { canLabel } from '../policy.ts';
import { setAiDecided } from './publish-store.ts';

type Label = Routes['POST /dsb/posts/{id}/ai'];

/** Null takes the decision back. Throws post.notFound, and decision.own for a post of one's own. */
export const labelPost = (
  ctx: Ctx,
  services: Services,
  viewer: AdminViewer,
  id: PostId,
  { ai, reason }: BodyOf<Label>,
): Promise<DataInput<Label>> =>
  transaction(ctx.db, async (tx) => {
    const { post, adminId } = await canLabel(tx, viewer, id);
    const set = await setAiDecided(tx, id, ai);
    if (!set) throw new AppError('post.notFound');
    await services.recordLabel(tx, {
      target: { kind: 'post', id, ownerId: post.profileId },
      label: ai,
      labelBefore: set.before,
      reason,
      adminId,
    });
    return { ai: aiLabelOf({ ai_declared: post.ai, ai_decided: ai }) };
  });
