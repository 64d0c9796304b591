// The platform's fee on one producer's sales: shown, and changed with a line in the administrators'
// log.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
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

/** In basis points; null: the usual fee. */
type ProposedFee = { feeBps: number | null };

const subjectOf = (producerId: ProfileId): string => `fee/${producerId}`;

export const viewFee = async (
  ctx: Ctx,
  { adminId, producerId }: Allowed<FeeOfProducer>,
  waitsForSecond = false,
): Promise<Fee> => {
  const { db, config } = ctx;
  const feeBps = (await feeOf(db, producerId))?.feeBps ?? null;
  const proposals = await viewProposals<ProposedFee>(ctx, adminId, subjectOf(producerId));
  return {
    feeBps: feeBps ?? config.FEE_BPS,
    usualBps: config.FEE_BPS,
    own: feeBps !== null,
    waitsForSecond,
    proposals: proposals.map(({ value, ...proposal }) => ({ ...proposal, ...value })),
  };
};

/**
 * From the next sale on: each sale has the fee of its moment in the ledger. Where two
 * administrators decide, the second one makes the same request; a change in between ends what was
 * proposed. Throws decision.own.
 */
export const setFee = async (
  ctx: Ctx,
  manager: Allowed<FeeOfProducer>,
  { feeBps, reason }: { feeBps: number | null; reason: string },
): Promise<Fee> => {
  const { adminId, producerId } = manager;
  refuseOwnDecision(adminId, producerId);
  const now = ctx.clock.now();
  const stored = await transaction(ctx.db, async (tx) => {
    const from = (await feeOf(tx, producerId))?.feeBps ?? 'usual';
    const act = { adminId, profileId: producerId, subjectId: subjectOf(producerId), now };
    const enough = await hasSecondPerson(tx, ctx.config, {
      ...act,
      action: 'fee.agreed',
      right: 'money.decide',
      value: { feeBps } satisfies ProposedFee,
      reason: `${from} -> ${feeBps ?? 'usual'}: ${reason}`,
      note: reason,
    });
    if (!enough) return false;
    await updateFee(tx, producerId, feeBps);
    await recordAct(tx, {
      ...act,
      action: 'producer.feeChanged',
      reason: `${from} -> ${feeBps ?? 'usual'}: ${reason}`,
    });
    return true;
  });
  return viewFee(ctx, manager, !stored);
};
