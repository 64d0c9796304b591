// Mandate charges (Pix Automático): created at the bank, and fulfilled with subscription time in
// the transaction of their payment.
import type { ChargeId, MandateId, ProfileId, SubscriptionId } from '@camarim/contract/ids';
import { type Centavos, centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import { newId } from '../../../platform/ids/new-id.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { withGatewayLock } from '../../../platform/payments/gateway-lock.ts';
import {
  type ChargeReport,
  type ChargeRequest,
  GatewayError,
  type GatewayName,
  gatewayOf,
  type Payer,
} from '../../../platform/payments/port.ts';
import type { MandatesApi } from '../../../platform/payments/mandate-port.ts';
import type { Ctx } from '../../../context.ts';
import { openPurposeCharge, type PurposeCharge } from '../../funds/index.ts';
import type { SellerRate } from '../../ledger/index.ts';
import { lockPlan, quoteIn } from '../../tiers/index.ts';
import { payPeriod } from '../pay-period.ts';
import { afterMonth, promotionOf } from '../rules.ts';
import { type SubscriptionRow, loadParties, lockPair, updateSubscription } from '../store.ts';
import { closeCode, findMandate, type MandateRow, updateMandate, savepoint } from './store.ts';

declare module '../../funds/payments/purposes.ts' {
  interface ChargePurposes {
    /** The first charge of a mandate, or a month under it (`dueOn`, a day in São Paulo). */
    mandate: { mandateId: MandateId; dueOn: string | null };
  }
}

type MandateCharge = PurposeCharge<'mandate'>;

export type NewMandateCharge = {
  id: ChargeId;
  profileId: ProfileId;
  provider: GatewayName;
  mandateId: MandateId;
  dueOn: string | null;
  amountCentavos: Centavos;
  expiresAt: Date;
  now: Date;
};

/** Records the first charge of a mandate, or a month under it. */
export const openMandateCharge = (
  tx: Transaction,
  { mandateId, dueOn, ...charge }: NewMandateCharge,
): Promise<void> =>
  openPurposeCharge(tx, {
    ...charge,
    method: dueOn === null ? 'pix' : 'pixAutomatico',
    purpose: { kind: 'mandate', mandateId, dueOn },
    byHolder: dueOn === null,
  });

/** The context that a mandate's payer is sealed for. */
export const payerSealContext = (id: MandateId): string => `mandates.payer:${id}`;

/** Throws GatewayError (`refused`) when the mandate's gateway no longer supports mandates. */
export const mandateApiOf = ({ payments }: Ctx, { provider }: MandateRow): MandatesApi => {
  const { mandates } = gatewayOf(payments, provider);
  if (!mandates) throw new GatewayError('refused', 'this gateway no longer supports mandates');
  return mandates;
};

/** The text that the fan's bank shows: it does not name the producer. */
const statementText = ({ config }: Ctx): string =>
  `Assinatura ${config.CAMARIM_DOMAIN}`.slice(0, 35);

/**
 * Creates a charge at the bank: the first one together with its mandate, or a month under an active
 * mandate. Throws GatewayError.
 */
export const createMandateCharge = async (
  ctx: Ctx,
  { purpose: { mandateId, dueOn } }: MandateCharge,
  asked: ChargeRequest,
): Promise<ChargeReport> => {
  const mandate = await findMandate(ctx.db, mandateId);
  const request = { ...asked, description: statementText(ctx) };
  if (dueOn !== null) {
    if (mandate.providerRef === null)
      throw new GatewayError('refused', 'a month under a mandate that the bank never confirmed');
    return gatewayOf(ctx.payments, mandate.provider).createCharge({
      ...request,
      mandateCharge: { mandateRef: mandate.providerRef, dueDate: dueOn },
    });
  }
  if (!mandate.payerSealed) throw new GatewayError('refused', 'the mandate has ended');
  const payer = ctx.seal.open<Payer>(payerSealContext(mandate.id), mandate.payerSealed);
  const { amountCentavos, startsOn } = mandate;
  const offer = await withGatewayLock(ctx, { kind: 'mandate', id: mandateId }, () =>
    mandateApiOf(ctx, mandate).open({
      mandateId,
      amountCentavos,
      startsOn,
      payer,
      subject: request.description,
      first: request,
    }),
  );
  if (offer.mandate)
    await updateMandate(ctx.db, mandateId, {
      status: 'waiting',
      providerRef: offer.mandate.ref,
      nextCheckAt: new Date(ctx.clock.now().getTime() + HOUR_MS),
    });
  if (!offer.charge)
    throw new GatewayError('invalid', 'the gateway created a mandate without its first charge');
  return offer.charge;
};

/**
 * In the transaction of a payment: credits the wallet and buys the time that the payment was for.
 * Returns false when the money stays in the wallet because that time is no longer for sale (the
 * plan changed or closed, the renewal was stopped, the fan has subscribed by other means).
 */
export const fulfilMandateCharge = async (
  ctx: Ctx,
  tx: Transaction,
  charge: MandateCharge,
  credit: () => Promise<unknown>,
): Promise<boolean> => {
  const mandate = await findMandate(tx, charge.purpose.mandateId);
  const undo = await savepoint(tx);
  try {
    const { fanId, producerId } = mandate;
    const tier = await lockPlan(tx, producerId);
    if (!tier) throw new AppError('tier.none');
    const subscription = await lockPair(tx, {
      id: newId() as SubscriptionId,
      fanId,
      producerId,
      price: tier.price_centavos,
      now: ctx.clock.now(),
    });
    const parties = await loadParties(tx, { fanId, producerId });
    if (!parties.producing || parties.blocked || parties.fanGone) throw new AppError('tier.none');
    await credit();
    const { feeBps } = parties;
    if (charge.purpose.dueOn === null)
      await payFirstMonth(ctx, tx, { subscription, mandate, charge, feeBps, tier });
    else await payNextMonth(ctx, tx, { subscription, mandate, charge, feeBps, tier });
    await closeCode(tx, mandate.id, ctx.clock.now());
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await undo();
    ctx.log.info(
      { mandateId: mandate.id, chargeId: charge.id, code: error.code },
      'the payment of a mandate charge stays in the wallet',
    );
    await credit();
    await closeCode(tx, mandate.id, ctx.clock.now());
    return false;
  }
};

type MandatePayment = {
  subscription: SubscriptionRow;
  mandate: MandateRow;
  charge: MandateCharge;
  feeBps: SellerRate;
  tier: NonNullable<Awaited<ReturnType<typeof lockPlan>>>;
};

/** Buys the first month. Throws AppError when it differs from what the fan agreed to. */
const payFirstMonth = async (
  ctx: Ctx,
  tx: Transaction,
  { subscription, mandate, charge, feeBps, tier }: MandatePayment,
): Promise<void> => {
  const now = ctx.clock.now();
  if (subscription.paidUntil > now) throw new AppError('subscription.changed');
  const quote = await quoteIn(tx, tier, mandate.fanId, mandate.purchase, now);
  if (
    quote.price !== charge.amountCentavos ||
    tier.price_centavos !== mandate.amountCentavos ||
    quote.monthsAtPrice > 0
  )
    throw new AppError('subscription.changed');
  await updateSubscription(tx, subscription.id, { mandateId: mandate.id });
  const withMandate = { ...subscription, mandateId: mandate.id };
  await payPeriod(ctx, tx, withMandate, {
    months: 1,
    amount: quote.price,
    promotionId: quote.promotionId,
    feeBps,
    monthly: mandate.amountCentavos,
    promotion: promotionOf(quote),
    notice: 'subscription',
    source: 'pix',
  });
};

/** Buys a later month. When the plan costs less by now, the rest stays in the wallet. */
const payNextMonth = async (
  ctx: Ctx,
  tx: Transaction,
  { subscription, mandate, charge, feeBps, tier }: MandatePayment,
): Promise<void> => {
  if (
    subscription.mandateId !== mandate.id ||
    subscription.renewAt === null ||
    subscription.mandateChargeId !== charge.id
  )
    throw new AppError('subscription.changed');
  const amount = centavos(Math.min(tier.price_centavos, charge.amountCentavos));
  await payPeriod(ctx, tx, subscription, {
    months: 1,
    amount,
    promotionId: null,
    feeBps,
    monthly: mandate.amountCentavos,
    promotion: afterMonth(subscription),
    notice: 'renewed',
    source: 'pix',
  });
};
