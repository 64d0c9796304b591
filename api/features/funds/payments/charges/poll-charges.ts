// Polls the gateways about every charge that is due, so that a lost notification loses no money.
import type { ChargeId } from '@camarim/contract/ids';
import { GatewayError } from '../../../../platform/payments/port.ts';
import { drainDue } from '../../../../platform/failing-items/drain-due.ts';
import type { Ctx } from '../../../../context.ts';
import { POLL_CHARGES_JOB, takeDueCharges } from './charge-store.ts';
import type { PaymentDeps } from '../purposes.ts';
import { postponeCharge, syncCharge } from './sync-charge.ts';

/**
 * Charges that are taken and polled together. Few, so that they are not kept from other processes
 * for long.
 */
const BATCH = 8;
/**
 * Longer than the calls about one charge take when each times out. A process that dies delays its
 * charges by as much.
 */
const LEASE_MS = 120_000;
/** Batches in a row without any answer after which polling stops until the next run. */
const UNANSWERED_MAX = 4;

/**
 * Polls of paid charges in one run: most are routine, and a backlog of them must not delay unpaid
 * ones.
 */
const PAID_POLLS_MAX = 400;

/**
 * Polls due charges until none is left or several batches in a row got no answer. Unpaid charges
 * come first, then a bounded number of paid ones, whose money may have gone back.
 */
export const pollCharges = async (
  ctx: Ctx,
  deps: PaymentDeps,
  signal?: AbortSignal,
): Promise<void> => {
  await pollDue(ctx, deps, { paid: false, most: Infinity }, signal);
  await pollDue(ctx, deps, { paid: true, most: PAID_POLLS_MAX }, signal);
};

const pollDue = async (
  ctx: Ctx,
  deps: PaymentDeps,
  { paid, most }: { paid: boolean; most: number },
  signal: AbortSignal | undefined,
): Promise<void> => {
  await drainDue(
    ctx,
    {
      job: POLL_CHARGES_JOB,
      batch: BATCH,
      take: (now) =>
        takeDueCharges(ctx.db, {
          now,
          againAt: new Date(now.getTime() + LEASE_MS),
          limit: BATCH,
          paid,
        }),
      idOf: String,
      signal,
      atOnce: BATCH,
      idleBatches: UNANSWERED_MAX,
      most,
    },
    (id) => pollCharge(ctx, deps, id),
  );
};

/** Returns false when the gateway gave no answer. */
const pollCharge = async (ctx: Ctx, deps: PaymentDeps, id: ChargeId): Promise<boolean> => {
  try {
    await syncCharge(ctx, deps, id, 'reconciliation');
    return true;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error, chargeId: id }, 'the gateway gives no answer about a charge');
    await postponeCharge(ctx, deps, id, 'reconciliation');
    return false;
  }
};
