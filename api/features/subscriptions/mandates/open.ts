// Subscribing by Pix Automático: one Pix code pays the first month and authorises the mandate of
// the next ones.
import type { ChargeId, MandateId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { newId } from '../../../platform/ids/new-id.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { once } from '../../../platform/idempotency/idempotency.ts';
import type { GatewayName, Payer, Payments } from '../../../platform/payments/port.ts';
import type { Ctx } from '../../../context.ts';
import { loadBillPayer } from '../../funds/index.ts';
import { checkSpendLimits } from '../../spending/index.ts';
import { lockPlan, offerOfCode, planOf } from '../../tiers/index.ts';
import { monthsAfter, sawTerms, type SeenPromotion } from '../rules.ts';
import { loadPair, type Pair } from '../store.ts';
import { openMandateCharge, payerSealContext } from './charge-handler.ts';
import { dueDay } from './rules.ts';
import { type AgreedPurchase, insertMandate } from './store.ts';

/** The gateway that supports mandates; null when none does. */
export const mandateGateway = (payments: Payments): GatewayName | null =>
  (Object.keys(payments) as GatewayName[]).find((name) => payments[name]?.mandates) ?? null;

/**
 * The discounted price of the first month, without taking a seat of the promotion: that happens
 * when it is paid. Null when a mandate can't have it: its code pays a first month, which a free
 * trial has not, and all others cost the same, which they don't in a promotion of several months.
 */
const priceOf = async (
  ctx: Ctx,
  { fanId, producerId }: Pair,
  { promotionId, discountCode }: AgreedPurchase,
  monthly: Centavos,
): Promise<Centavos | null> => {
  if (discountCode === undefined && promotionId === undefined) return monthly;
  const promotion =
    discountCode === undefined
      ? (await planOf(ctx, producerId, fanId))?.promotion
      : await offerOfCode(ctx, producerId, discountCode, fanId);
  if (!promotion || (discountCode === undefined && promotion.id !== promotionId))
    throw new AppError('promotion.notFound');
  return promotion.discountMonths === 1 ? (promotion.price as Centavos) : null;
};

/**
 * Records the mandate and its first charge, once per key; the caller creates them at the bank.
 * Throws wallet.methodUnavailable (also for a free trial and a promotion of several months),
 * tier.none, subscription.changed while paid time runs, validate.required for a payer, and what a
 * discount or a spending limit refuses.
 */
export const openMandate = async (
  ctx: Ctx,
  pair: Allowed<Pair>,
  { promotion, ...purchase }: AgreedPurchase & { promotion?: SeenPromotion | undefined },
  key: string | null,
): Promise<ChargeId> => {
  const provider = mandateGateway(ctx.payments);
  if (!provider) throw new AppError('wallet.methodUnavailable');
  const payer = await loadBillPayer(ctx, pair.fanId);
  if (!payer) throw fieldError('payer', 'validate.required');
  const { fanId, producerId } = pair;
  const now = ctx.clock.now();
  const open = (tx: Transaction) =>
    insertMandateAndCharge(ctx, tx, { pair, purchase, seen: promotion, payer, provider });
  const { id } = await once(
    ctx.db,
    {
      profileId: fanId,
      key,
      route: 'POST /profiles/{profileId}/renew/pix-automatico',
      request: { producerId, ...purchase, ...(promotion && { promotion }) },
      now,
    },
    open,
  );
  return id;
};

type MandateRequest = {
  pair: Pair;
  purchase: AgreedPurchase;
  seen: SeenPromotion | undefined;
  payer: Payer;
  provider: GatewayName;
};

const insertMandateAndCharge = async (
  ctx: Ctx,
  tx: Transaction,
  { pair, purchase, seen, payer, provider }: MandateRequest,
): Promise<{ id: ChargeId }> => {
  const { fanId, producerId } = pair;
  const now = ctx.clock.now();
  const tier = await lockPlan(tx, producerId);
  if (!tier) throw new AppError('tier.none');
  const known = await loadPair(tx, pair);
  if (known && known.paidUntil > now) throw new AppError('subscription.changed');
  const price = await priceOf(ctx, pair, purchase, tier.price_centavos);
  if (price === null) throw new AppError('wallet.methodUnavailable');
  if (price !== purchase.price || !sawTerms(seen, { months: 1, price: tier.price_centavos }))
    throw fieldError('price', 'validate.invalid');
  await checkSpendLimits(ctx, tx, fanId, purchase.price);

  const [mandateId, id] = [newId() as MandateId, newId() as ChargeId];
  const expiresAt = new Date(now.getTime() + ctx.config.PIX_EXPIRES_SECONDS * 1000);
  const startsOn = dueDay(monthsAfter(now, 1));
  await insertMandate(tx, {
    id: mandateId,
    fanId,
    producerId,
    provider,
    amountCentavos: tier.price_centavos,
    startsOn,
    purchase,
    payerSealed: ctx.seal.seal(payerSealContext(mandateId), payer),
    codeUntil: expiresAt,
    createdAt: now,
  });
  await openMandateCharge(tx, {
    id,
    profileId: fanId,
    provider,
    mandateId,
    dueOn: null,
    amountCentavos: purchase.price,
    expiresAt,
    now,
  });
  return { id };
};
