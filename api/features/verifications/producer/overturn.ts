// What a won appeal changes about a producer: a suspension ends, a rejected request is open again.
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import { recordAct } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { applyDecision, isApprovalComplete } from '../decide.ts';
import { KINDS } from '../kinds.ts';
import { latestRequest, reopenRequest } from '../store.ts';
import { lockStage, stageOf, updateProducerStage } from './stage-store.ts';

type OverturnAct = { producerId: ProfileId; adminId: ProfileId; reason: string };

/** Whether the stage is that of a suspension, and no block has put it there. */
export const isSuspended = async (
  { accounts }: Pick<Ctx, 'accounts'>,
  db: Database,
  producerId: ProfileId,
): Promise<boolean> =>
  (await stageOf(db, producerId)) === KINDS.producer.decisions.revoke.stage &&
  !(await accounts.isBlocked(db, producerId));

/**
 * In the caller's transaction. `waits`: proposed only, because it takes a second person, who
 * approves the producer as after any first approval. Without a request there is nothing to approve,
 * and one person decides.
 */
export const overturnSuspension = async (
  ctx: Ctx,
  tx: Transaction,
  { producerId, adminId, reason }: OverturnAct,
): Promise<'waits' | void> => {
  await lockStage(tx, producerId);
  if (!(await isSuspended(ctx, tx, producerId))) return;
  const row = await latestRequest(tx, 'producer', producerId);
  const id = row?.id ?? producerId;
  const found = { kind: 'producer', id, profile_id: producerId, state: 'revoked' } as const;
  if (row && !(await isApprovalComplete(ctx, tx, adminId, found, reason, ctx.clock.now())))
    return 'waits';
  await applyDecision(ctx, tx, adminId, found, { decision: 'approve', reason }, async () => {
    const { stage } = KINDS.producer.decisions.approve;
    await updateProducerStage(tx, producerId, { producer_stage: stage });
    await ctx.outbox.changeAccess(tx, { owners: [producerId] });
    return {};
  });
};

/** Whether the newest request was rejected and its data is still there to decide about. */
export const canReopen = async (db: Database, producerId: ProfileId): Promise<boolean> => {
  const row = await latestRequest(db, 'producer', producerId);
  return row?.stage === 'rejected' && row.profile_stage === 'rejected' && row.sealed !== null;
};

/** In the caller's transaction: false when the request is gone, or another one was made. */
export const overturnRejection = async (
  ctx: Ctx,
  tx: Transaction,
  { producerId, adminId, reason }: OverturnAct,
): Promise<boolean> => {
  await lockStage(tx, producerId);
  const row = await latestRequest(tx, 'producer', producerId);
  if (!row || !(await canReopen(tx, producerId))) return false;
  await reopenRequest(tx, row.id);
  await updateProducerStage(tx, producerId, { producer_stage: 'requested' });
  await recordAct(tx, {
    adminId,
    action: 'producer.reopened',
    profileId: producerId,
    subjectId: row.id,
    reason,
    now: ctx.clock.now(),
  });
  return true;
};
