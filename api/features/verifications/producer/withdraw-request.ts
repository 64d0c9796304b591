// The end of a producer request's data: by the applicant's withdrawal, or by the end of the time
// for an appeal after a rejection.
import type { Ctx } from '../../../context.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { workOnEach } from '../../../platform/failing-items/work-on-each.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { eraseCase } from '../decide.ts';
import { KINDS } from '../kinds.ts';
import type { Applicant } from '../policy.ts';
import {
  ERASURE_JOB,
  deleteOpenRequest,
  listErasableRequests,
  lockStage,
  updateProducerStage,
} from '../store.ts';
import { canWithdrawAt } from './rules.ts';

/**
 * An open request is deleted with its personal data, its documents by a job; a rejected one stays
 * for the time of an appeal. The applicant is a member again. Throws producer.notAsked.
 */
export const withdrawRequest = (ctx: Ctx, { profileId }: Allowed<Applicant>): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    if (!canWithdrawAt(await lockStage(tx, profileId))) throw new AppError('producer.notAsked');
    const id = await deleteOpenRequest(tx, profileId);
    if (id) await eraseCase(ctx, tx, { kind: 'producer', id });
    await updateProducerStage(tx, profileId, { producer_stage: 'member' });
  });

/** Erases personal data and documents of requests that were rejected long enough ago. */
export const eraseRejectedRequests = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - KINDS.producer.rejectedRetentionMs);
  const items = await listErasableRequests(ctx.db, before, now);
  await workOnEach(ctx, { work: ERASURE_JOB, items, idOf: String }, (id) =>
    transaction(ctx.db, (tx) => eraseCase(ctx, tx, { kind: 'producer', id })),
  );
};
