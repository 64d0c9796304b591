// Charges that other features open for purposes of their own.
import type { ChargeId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { Transaction } from '../../../../platform/database/transaction.ts';
import { withGatewayLock } from '../../../../platform/payments/gateway-lock.ts';
import { GatewayError, gatewayOf } from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import type { PaymentDeps } from '../purposes.ts';
import { finishCharge } from '../top-up/start-top-up.ts';
import { findCharge, insertCharge, type NewCharge } from './charge-store.ts';
import { answerCharge } from './present.ts';
import { syncCharge } from './sync-charge.ts';

const FIRST_CHECK_MS = 60_000;

/** `byHolder`: the payer is present and pays it themselves. */
export type PurposeChargeOrder = Pick<
  NewCharge,
  | 'id'
  | 'profileId'
  | 'provider'
  | 'method'
  | 'purpose'
  | 'amountCentavos'
  | 'byHolder'
  | 'expiresAt'
> & { now: Date };

/**
 * Records a charge; it is created at the gateway by `pollOutcome`, `presentPurposeCharge` or
 * polling.
 */
export const openPurposeCharge = (
  tx: Transaction,
  { now, ...order }: PurposeChargeOrder,
): Promise<void> =>
  insertCharge(tx, {
    ...order,
    payerSealed: null,
    intent: null,
    savedPaymentId: null,
    createdAt: now,
    nextCheckAt: new Date(now.getTime() + FIRST_CHECK_MS),
  });

/** Whether a charge is paid; `over`: it can't be paid any more. */
export type ChargeOutcome = 'waiting' | 'paid' | 'over';

const OUTCOMES: Partial<Record<string, ChargeOutcome>> = {
  created: 'waiting',
  pending: 'waiting',
  paid: 'paid',
};

/** Creates it at the gateway or polls it. Throws GatewayError when there is no usable answer. */
export const pollOutcome = async (
  ctx: Ctx,
  deps: PaymentDeps,
  id: ChargeId,
): Promise<ChargeOutcome> =>
  OUTCOMES[(await syncCharge(ctx, deps, id, 'reconciliation'))?.status ?? ''] ?? 'over';

/** Cancels it at the gateway while that is possible. Throws GatewayError (`unknown`). */
export const cancelCharge = async (ctx: Ctx, deps: PaymentDeps, id: ChargeId): Promise<void> => {
  const charge = await findCharge(ctx.db, id);
  if (!charge) return;
  const { provider, providerRef, amountCentavos, method } = charge;
  try {
    await withGatewayLock(ctx, { kind: 'charge', id }, () =>
      gatewayOf(ctx.payments, provider).cancel({
        chargeId: id,
        providerRef,
        amountCentavos,
        method,
      }),
    );
  } catch (error) {
    // From its due day on it can't be cancelled: a payment stays in the wallet.
    if (!(error instanceof GatewayError) || error.outcome !== 'refused') throw error;
  }
  await syncCharge(ctx, deps, id, 'reconciliation');
};

/** A charge as its payer sees it, created at the gateway while they wait. */
export const presentPurposeCharge = async (
  ctx: Ctx,
  deps: PaymentDeps,
  id: ChargeId,
  locale: Locale,
) => answerCharge(await finishCharge(ctx, deps, id), locale);
