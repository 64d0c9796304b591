// Disputes for administrators: shown with their payment, and decided once.
import type { Routes } from '@camarim/contract';
import { CARD_SCHEMES } from '@camarim/contract/features/dsb/schemes';
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { BodyOf, DataInput, QueryOf } from '@camarim/contract/route';
import { recordAct } from '../../../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../../../platform/audit/second-person.ts';
import { transaction } from '../../../../platform/database/transaction.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../../platform/http/allowed.ts';
import type { AdminViewer } from '../../../../platform/http/viewer.ts';
import type { Ctx } from '../../../../context.ts';
import { summarise } from '../../../profiles/index.ts';
import { type DisputeRow, findDispute, listDisputes, markDecided } from './store.ts';

type DisputeView = DataInput<Routes['GET /dsb/disputes']>[number];

export type DisputeDecider = { adminId: ProfileId; dispute: DisputeRow };

/** The route guard checked the right. Throws dispute.notFound and decision.own. */
export const canDecideDispute = async (
  { db }: Ctx,
  viewer: AdminViewer,
  id: TransferId,
): Promise<Allowed<DisputeDecider>> => {
  const dispute = await findDispute(db, id);
  if (!dispute) throw new AppError('dispute.notFound');
  refuseOwnDecision(viewer.profileId, dispute.profileId);
  return allow({ adminId: viewer.profileId, dispute });
};

export const viewDisputes = async (
  ctx: Ctx,
  query: QueryOf<Routes['GET /dsb/disputes']>,
): Promise<DisputeView[]> => {
  const rows = await listDisputes(ctx.db, query);
  const people = await summarise(ctx, [
    ...new Set(rows.flatMap(({ profileId, decidedBy }) => [profileId, decidedBy ?? []].flat())),
  ]);
  return rows.map((row) => ({
    id: row.id,
    profile: people.get(row.profileId) ?? null,
    amount: row.amount,
    openedAt: row.openedAt.toISOString(),
    answerBy: row.answerBy?.toISOString() ?? null,
    payment: {
      id: row.chargeId,
      method: row.method,
      gateway: row.provider,
      scheme: row.brandId === null ? null : (CARD_SCHEMES[row.brandId] ?? null),
      amount: row.paid,
      at: row.paidAt.toISOString(),
    },
    decision: row.decision,
    decidedBy: row.decidedBy === null ? null : (people.get(row.decidedBy) ?? null),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
  }));
};

const ACTIONS = { answered: 'dispute.answered', accepted: 'dispute.accepted' } as const;

/** Moves no money. Throws dispute.alreadyDecided and decision.claimed. */
export const decideDispute = async (
  ctx: Ctx,
  { adminId, dispute }: Allowed<DisputeDecider>,
  { decision, reason }: BodyOf<Routes['POST /dsb/disputes/{id}']>,
): Promise<{ id: TransferId }> => {
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    if (!(await markDecided(tx, dispute.id, { decision, reason, by: adminId, at: now })))
      throw new AppError('dispute.alreadyDecided');
    await recordAct(tx, {
      adminId,
      action: ACTIONS[decision],
      profileId: dispute.profileId,
      subjectId: dispute.id,
      reason,
      now,
    });
  });
  return { id: dispute.id };
};
