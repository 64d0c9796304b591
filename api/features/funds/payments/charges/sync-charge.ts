// Creates charges at their gateways and syncs their state from there. Changes of a charge are
// written by apply-report.ts only.
import type { ChargeId } from '@camarim/contract/ids';
import { withGatewayLock } from '../../../../platform/payments/gateway-lock.ts';
import {
  type ChargeRequest,
  GatewayError,
  type ChargeReport,
  type ChargeLookup,
  type Payer,
  type PaymentProvider,
  gatewayOf,
} from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import { text } from '../../../../platform/text/text.ts';
import { type Charge, type Source, findCharge, recordFirstRequest } from './charge-store.ts';
import { moveByFailure, moveByTime, isLookupConclusive } from './rules.ts';
import { fulfillerOf, type PaymentDeps } from '../purposes.ts';
import { payerSealContext, authenticationOf, cardOf } from './charge-request.ts';
import { type PollResult, applyReport, advanceCharge } from './apply-report.ts';

/**
 * Polls the gateway about a charge and applies the report. A charge that the gateway does not know
 * is created there until it expires. Returns null when there is no such charge. Throws GatewayError
 * when the gateway gives no usable answer; nothing has changed then.
 */
export const syncCharge = (
  ctx: Ctx,
  deps: PaymentDeps,
  id: ChargeId,
  source: Source,
): Promise<Charge | null> =>
  withGatewayLock(ctx, { kind: 'charge', id }, () => syncLocked(ctx, deps, id, source));

const syncLocked = async (
  ctx: Ctx,
  deps: PaymentDeps,
  id: ChargeId,
  source: Source,
): Promise<Charge | null> => {
  const charge = await findCharge(ctx.db, id);
  if (!charge) return null;
  const { createsMore } = fulfillerOf(deps, charge);
  if (
    charge.status === 'created' &&
    createsMore?.(charge.purpose) &&
    ctx.clock.now() < charge.expiresAt
  )
    return requestLocked(ctx, deps, charge, source);
  const provider = gatewayOf(ctx.payments, charge.provider);
  const report = await closeOtherMethod(
    provider,
    charge,
    await captureAuthorized(provider, charge, await provider.status(lookupOf(charge))),
  );
  if (report) return applyReport(ctx, deps, charge, { source, report, answered: true });
  const look: PollResult = { source, report, answered: true };
  if (charge.status !== 'created')
    return advanceCharge(ctx, deps, charge, look, (current) =>
      moveByTime(current, ctx.clock.now()),
    );
  // A card is charged only while its holder is present: later they may have paid by another method.
  if (ctx.clock.now() < charge.expiresAt && charge.method !== 'card')
    return requestLocked(ctx, deps, charge, source);
  if (!isLookupConclusive(charge, ctx.clock.now()))
    throw new GatewayError('unknown', 'the acquirer does not show a charge that it may have made');
  return advanceCharge(ctx, deps, charge, look, (current) =>
    moveByFailure(current, 'gateway.unavailable'),
  );
};

const lookupOf = ({ id, providerRef, amountCentavos, method }: Charge): ChargeLookup => ({
  chargeId: id,
  providerRef,
  amountCentavos,
  method,
});

/**
 * An authorised payment is captured at once: the payer expects it, and the authorisation expires
 * soon.
 */
const captureAuthorized = async (
  provider: PaymentProvider,
  charge: Charge,
  report: ChargeReport | null,
): Promise<ChargeReport | null> =>
  report?.state === 'authorized' && provider.capture
    ? provider.capture({ ...lookupOf(charge), providerRef: report.providerRef })
    : report;

/**
 * A charge with two payment methods is paid once: the other method is closed as soon as money came.
 */
const closeOtherMethod = async (
  provider: PaymentProvider,
  charge: Charge,
  report: ChargeReport | null,
): Promise<ChargeReport | null> =>
  report && report.receipts.length > 0 && provider.closeOtherMethod
    ? provider.closeOtherMethod(lookupOf(charge))
    : report;

/**
 * Creates a charge at the gateway when its state is `created`, and applies the report; returns any
 * other charge as it is. Safe to repeat: one process at a time requests it, the gateway knows it by
 * our id, and its terms never change. Throws GatewayError (`unknown`); nothing has changed then.
 */
export const requestCharge = async (
  ctx: Ctx,
  deps: PaymentDeps,
  charge: Charge,
  source: Source,
): Promise<Charge> =>
  charge.status === 'created'
    ? withGatewayLock(ctx, { kind: 'charge', id: charge.id }, async () =>
        requestLocked(ctx, deps, (await findCharge(ctx.db, charge.id)) ?? charge, source),
      )
    : charge;

const requestLocked = async (
  ctx: Ctx,
  deps: PaymentDeps,
  charge: Charge,
  source: Source,
): Promise<Charge> => {
  if (charge.status !== 'created') return charge;
  if (charge.askedAt !== null && gatewayOf(ctx.payments, charge.provider).createNotIdempotent)
    return (await syncLocked(ctx, deps, charge.id, source)) ?? charge;
  const { id, provider, method, amountCentavos, payerSealed, createdAt, expiresAt } = charge;
  const expiresInSeconds = Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000);
  try {
    const request: ChargeRequest = {
      chargeId: id,
      method,
      amountCentavos,
      expiresInSeconds,
      // Always in Portuguese, so that a repeated request is identical.
      description: text('pt', 'charge.description'),
      ...(payerSealed &&
        method !== 'card' && {
          payer: ctx.seal.open<Payer>(payerSealContext(id), payerSealed),
        }),
      ...(method === 'card' && {
        card: await cardOf(ctx, charge),
        ...authenticationOf(ctx, charge),
      }),
    };
    if (method === 'card') await recordFirstRequest(ctx.db, id, ctx.clock.now());
    const { create } = fulfillerOf(deps, charge);
    const report = await (create
      ? create(ctx, charge, request)
      : gatewayOf(ctx.payments, provider).createCharge(request));
    return await applyReport(ctx, deps, charge, { source, report, answered: true });
  } catch (error) {
    if (!(error instanceof GatewayError) || error.outcome === 'unknown') throw error;
    // An earlier request without an answer may have charged the card: its lookup decides, because
    // the acquirer may refuse a second request as it accepted the first, or the card is gone.
    if (error.outcome === 'refused' && charge.askedAt !== null)
      return (await syncLocked(ctx, deps, id, source)) ?? charge;
    ctx.log.warn({ err: error, chargeId: id }, 'the gateway did not create a charge');
    const code = error.outcome === 'refused' ? 'gateway.refused' : 'gateway.invalid';
    return advanceCharge(ctx, deps, charge, { source, report: null, answered: true }, (current) =>
      moveByFailure(current, code),
    );
  }
};

/**
 * Without an answer of the gateway: the charge expires by our clock, and the next poll is
 * scheduled.
 */
export const postponeCharge = async (
  ctx: Ctx,
  deps: PaymentDeps,
  id: ChargeId,
  source: Source,
): Promise<void> => {
  const charge = await findCharge(ctx.db, id);
  if (charge)
    await advanceCharge(ctx, deps, charge, { source, report: null, answered: false }, (current) =>
      moveByTime(current, ctx.clock.now()),
    );
};
