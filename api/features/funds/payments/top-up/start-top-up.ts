// Starts a top-up: the charge is recorded before the gateway is called, so that a crash loses none.
import type { ChargeId } from '@camarim/contract/ids';
import { newId } from '../../../../platform/ids/new-id.ts';
import type { Transaction } from '../../../../platform/database/transaction.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../../platform/http/allowed.ts';
import { once } from '../../../../platform/idempotency/idempotency.ts';
import { GatewayError, type PaymentMethod } from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { checkCardLimit } from '../cards/limits.ts';
import { type Charge, findCharge, insertCharge } from '../charges/charge-store.ts';
import type { TopUpOrder } from './policy.ts';
import type { PaymentDeps } from '../purposes.ts';
import { requestCharge } from '../charges/sync-charge.ts';
import { payerSealContext } from '../charges/charge-request.ts';

/** The first poll of a charge after its creation, in case its request was interrupted. */
const FIRST_CHECK_MS = 60_000;
const TRY_AGAIN_SECONDS = 5;
/** PayPal's orders can be approved for three hours. */
const PAYPAL_LIFE_SECONDS = 10_800;

/**
 * Creates a charge, or continues the one of this key from where it stopped; returns its present
 * state. Throws gateway.unavailable when the gateway gives no answer (a call with the same key or
 * charge polling continues it) and gateway.refused. A declined card is a result: the charge has
 * failed.
 */
export const startTopUp = async (
  ctx: Ctx,
  deps: PaymentDeps,
  order: Allowed<TopUpOrder>,
  key: string,
): Promise<Charge> => {
  return finishCharge(ctx, deps, await openCharge(ctx, order, key));
};

/**
 * Creates a recorded charge at the gateway while its payer waits; returns its present state. Throws
 * gateway.unavailable and gateway.refused.
 */
export const finishCharge = async (ctx: Ctx, deps: PaymentDeps, id: ChargeId): Promise<Charge> => {
  const charge = await findCharge(ctx.db, id);
  if (!charge) throw new Error(`charge ${id} is gone`);
  const made = await requestOrUnavailable(ctx, deps, charge);
  if (made.failureCode === 'gateway.refused') throw new AppError('gateway.refused');
  return made;
};

/**
 * How long the payer has. A boleto is valid to the end of its last day, which its gateway reports.
 */
const lifeSeconds = (
  { PIX_EXPIRES_SECONDS, BOLETO_DAYS }: Platform['config'],
  method: PaymentMethod,
): number => {
  if (method === 'boleto') return BOLETO_DAYS * 86_400;
  return method === 'paypal' ? PAYPAL_LIFE_SECONDS : PIX_EXPIRES_SECONDS;
};

const openCharge = async (ctx: Ctx, order: TopUpOrder, key: string): Promise<ChargeId> => {
  const { db, clock, config, seal } = ctx;
  const { profileId, provider, method, amountCentavos, payer, intent, card, proof } = order;
  const now = clock.now();
  const open = async (tx: Transaction): Promise<{ id: ChargeId }> => {
    if (method === 'card') await checkCardLimit(ctx, tx, profileId, amountCentavos);
    const id = newId() as ChargeId;
    const expiresAt = new Date(now.getTime() + lifeSeconds(config, method) * 1000);
    const sealed = payer ?? proof;
    const payerSealed = sealed && seal.seal(payerSealContext(id), sealed);
    await insertCharge(tx, {
      id,
      profileId,
      provider,
      method,
      payerSealed,
      amountCentavos,
      purpose: { kind: 'topUp' },
      intent,
      savedPaymentId: card?.id ?? null,
      byHolder: card?.byHolder ?? true,
      expiresAt,
      createdAt: now,
      nextCheckAt: new Date(now.getTime() + FIRST_CHECK_MS),
    });
    return { id };
  };
  // The key of a renewal identifies one attempt of one month. When an attempt was interrupted,
  // wallet or card may differ in the next one: it continues the existing charge instead of being
  // refused as a different request.
  const request =
    card && !card.byHolder
      ? { renewal: key }
      : { method, amountCentavos, payer, intent, ...(card && { card: card.id }) };
  return (await once(db, { profileId, key, route: 'POST /funds', request, now }, open)).id;
};

const requestOrUnavailable = async (
  ctx: Ctx,
  deps: PaymentDeps,
  charge: Charge,
): Promise<Charge> => {
  try {
    return await requestCharge(ctx, deps, charge, 'person');
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn(
      { err: error, chargeId: charge.id },
      'the gateway gives no answer to a new charge',
    );
    throw new AppError('gateway.unavailable', { retryAfterSeconds: TRY_AGAIN_SECONDS });
  }
};
