// PayPal's button works in two steps: an order that the person approves, and taking its money.
import type { ChargeId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Viewer } from '../../../../platform/http/viewer.ts';
import { GatewayError } from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import type { Charge } from '../charges/charge-store.ts';
import { canTopUp } from '../top-up/policy.ts';
import type { PaymentDeps } from '../purposes.ts';
import { syncCharge } from '../charges/sync-charge.ts';
import { startTopUp } from '../top-up/start-top-up.ts';

/** Throws as canTopUp and startTopUp do. */
export const openOrder = async (
  ctx: Ctx,
  deps: PaymentDeps,
  viewer: Viewer,
  { key, amount }: { key: string; amount: Centavos },
): Promise<{ id: string; chargeId: ChargeId; url: string }> => {
  const order = await canTopUp(ctx, viewer, {
    method: 'paypal',
    amountCentavos: amount,
    payer: null,
    intent: null,
    savedId: null,
    ageConfirmed: false,
    proof: { browser: null, result: null },
  });
  const { id: chargeId, presentment } = await startTopUp(ctx, deps, order, key);
  if (presentment?.kind !== 'paypal')
    throw new AppError('gateway.unavailable', { retryAfterSeconds: 5 });
  return { id: presentment.orderId, chargeId, url: presentment.url };
};

/**
 * Polls PayPal without waiting for its notification; an approved order is captured. Throws
 * gateway.unavailable.
 */
export const finishOrder = async (ctx: Ctx, deps: PaymentDeps, charge: Charge): Promise<Charge> => {
  try {
    return (await syncCharge(ctx, deps, charge.id, 'person')) ?? charge;
  } catch (error) {
    if (error instanceof GatewayError)
      throw new AppError('gateway.unavailable', { retryAfterSeconds: 5 });
    throw error;
  }
};
