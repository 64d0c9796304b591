// The end of a producer request's data: by the applicant's withdrawal, or by the end of the time
// for an appeal after a rejection.
import type { Ctx } from '../../../context.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { drainDue } from '../../../platform/failing-items/drain-due.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { eraseCase } from '../decide.ts';
import { KINDS } from '../kinds.ts';
import type { Applicant } from '../policy.ts';
import { ERASURE_JOB, deleteOpenRequest, listErasableRequests } from '../store.ts';
import { lockStage, updateProducerStage } from './stage-store.ts';
import { canWithdrawAt } from './rules.ts';

/**
 * An open request is deleted with its personal data, its documents by a job; a rejected one stays
 * for the time of an appeal. The applicant is a member again. Throws producer.notAsked.
 */
export const withdrawRequest = (ctx: Ctx, { profileId }: Allowed<Applicant>): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    if (!canWithdrawAt(await lockStage(tx, profileId))) throw new AppError('producer.notAsked');
    const id = await deleteOpenRequest(tx, 'producer', profileId);
    if (id) await eraseCase(ctx, tx, { kind: 'producer', id });
    await updateProducerStage(tx, profileId, { producer_stage: 'member' });
  });

const BATCH = 500;

/** Erases personal data and documents of requests that were rejected long enough ago. */
export const eraseRejectedRequests = async (ctx: Ctx): Promise<void> => {
  const before = new Date(ctx.clock.now().getTime() - KINDS.producer.rejectedRetentionMs);
  await drainDue(
    ctx,
    {
      job: ERASURE_JOB,
      batch: BATCH,
      take: (now) => listErasableRequests(ctx.db, { before, now, limit: BATCH }),
      idOf: String,
    },
    (id) => transaction(ctx.db, (tx) => eraseCase(ctx, tx, { kind: 'producer', id })),
  );
};
