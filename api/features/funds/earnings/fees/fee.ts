// The platform's fee on one producer's sales: shown, and changed with a line in the administrators'
// log.
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';
import { recordAct } from '../../../../platform/audit/audit.ts';
import { hasSecondPerson, refuseOwnDecision } from '../../../../platform/audit/second-person.ts';
import { transaction } from '../../../../platform/database/transaction.ts';
import type { Allowed } from '../../../../platform/http/allowed.ts';
import type { Ctx } from '../../../../context.ts';
import { viewProposals } from '../proposals.ts';
import type { FeeOfProducer } from './policy.ts';
import { feeOf, updateFee } from './store.ts';

export type Fee = DataInput<Routes['GET /dsb/fees/{producerId}']>;

/** The fee in a subject that `setFee` made; null: the usual one. */
const proposedIn = (subjectId: string): number | null => {
  const fee = subjectId.slice(subjectId.lastIndexOf('-') + 1);
  return fee === 'usual' ? null : Number(fee);
};

export const viewFee = async (
  ctx: Ctx,
  { adminId, producerId }: Allowed<FeeOfProducer>,
  waitsForSecond = false,
): Promise<Fee> => {
  const { db, config } = ctx;
  const feeBps = (await feeOf(db, producerId))?.feeBps ?? null;
  const proposals = await viewProposals(ctx, adminId, {
    profileId: producerId,
    action: 'fee.agreed',
    decidedBy: 'producer.feeChanged',
  });
  return {
    feeBps: feeBps ?? config.FEE_BPS,
    usualBps: config.FEE_BPS,
    own: feeBps !== null,
    waitsForSecond,
    proposals: proposals.map(({ subjectId, ...proposal }) => ({
      ...proposal,
      feeBps: proposedIn(subjectId),
    })),
  };
};

/**
 * From the next sale on: each sale has the fee of its moment in the ledger. Where two administrators
 * decide, the second one makes the same request while the fee is the same. Throws decision.own.
 */
export const setFee = async (
  ctx: Ctx,
  change: Allowed<FeeOfProducer>,
  { feeBps, reason }: { feeBps: number | null; reason: string },
): Promise<Fee> => {
  const { adminId, producerId } = change;
  refuseOwnDecision(adminId, producerId);
  const now = ctx.clock.now();
  const stored = await transaction(ctx.db, async (tx) => {
    const from = (await feeOf(tx, producerId))?.feeBps ?? 'usual';
    const subjectId = `fee/${producerId}/${from}-${feeBps ?? 'usual'}`;
    const agreement = { adminId, profileId: producerId, subjectId, reason, now };
    const enough = await hasSecondPerson(tx, ctx.config, {
      ...agreement,
      action: 'fee.agreed',
      decidedBy: 'producer.feeChanged',
      right: 'money.decide',
    });
    if (!enough) return false;
    await updateFee(tx, producerId, feeBps);
    await recordAct(tx, {
      adminId,
      action: 'producer.feeChanged',
      profileId: producerId,
      subjectId,
      reason: `${from} -> ${feeBps ?? 'usual'}: ${reason}`,
      now,
    });
    return true;
  });
  return viewFee(ctx, change, !stored);
};
