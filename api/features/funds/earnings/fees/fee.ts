// The platform's fee on one producer's sales: shown, and changed with a line in the administrators'
// log.
import { recordAct } from '../../../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../../../platform/audit/second-person.ts';
import { transaction } from '../../../../platform/database/transaction.ts';
import type { Allowed } from '../../../../platform/http/allowed.ts';
import type { Ctx } from '../../../../context.ts';
import type { FeeOfProducer } from './policy.ts';
import { feeOf, updateFee } from './store.ts';

export type Fee = { feeBps: number; usualBps: number; own: boolean };

export const viewFee = async (
  { db, config }: Ctx,
  { producerId }: Allowed<FeeOfProducer>,
): Promise<Fee> => {
  const feeBps = (await feeOf(db, producerId))?.feeBps ?? null;
  return { feeBps: feeBps ?? config.FEE_BPS, usualBps: config.FEE_BPS, own: feeBps !== null };
};

/**
 * From the next sale on: each sale has the fee of its moment in the ledger. Throws decision.own.
 */
export const setFee = async (
  ctx: Ctx,
  change: Allowed<FeeOfProducer>,
  { feeBps, reason }: { feeBps: number | null; reason: string },
): Promise<Fee> => {
  const { adminId, producerId } = change;
  refuseOwnDecision(adminId, producerId);
  await transaction(ctx.db, async (tx) => {
    const before = await feeOf(tx, producerId);
    await updateFee(tx, producerId, feeBps);
    const from = before?.feeBps ?? 'usual';
    await recordAct(tx, {
      adminId,
      action: 'producer.feeChanged',
      profileId: producerId,
      subjectId: producerId,
      reason: `${from} -> ${feeBps ?? 'usual'}: ${reason}`,
      now: ctx.clock.now(),
    });
  });
  return viewFee(ctx, change);
};
