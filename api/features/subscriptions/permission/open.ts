// Subscribing by Pix Automático: one code that pays the first month and permits the next ones.
import { randomUUIDv7 } from 'node:crypto';
import type { ChargeId, MandateId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { once } from '../../../platform/idempotency/idempotency.ts';
import type { GatewayName, Payer, Payments } from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { keepWithinLimits } from '../../spending/index.ts';
import { holdPlan, offerOfCode, planOf } from '../../tiers/index.ts';
import { monthsAfter } from '../rules.ts';
import { loadPair, type Pair } from '../store.ts';
import { payerPlace } from './book.ts';
import type { PermittedCharges } from './charges.ts';
import { dueDay } from './rules.ts';
import { type AgreedWish, insertMandate } from './store.ts';

/** The gateway that takes permissions; null where none does. */
export const permissionGateway = (payments: Payments): GatewayName | null =>
  (Object.keys(payments) as GatewayName[]).find((name) => payments[name]?.mandates) ?? null;

/**
 * What a first month costs by its discount, without taking a seat of it: that is done when it is
 * paid.
 */
const priceOf = async (
  platform: Platform,
  { fanId, producerId }: Pair,
  { promotionId, discountCode }: AgreedWish,
  monthly: Centavos,
): Promise<Centavos> => {
  if (discountCode !== undefined)
    return (await offerOfCode(platform, producerId, discountCode, fanId)).price as Centavos;
  if (promotionId === undefined) return monthly;
  const promotion = (await planOf(platform, producerId, fanId))?.promotion;
  if (promotion?.id !== promotionId) throw new AppError('promotion.notFound');
  return promotion.price as Centavos;
};

/**
 * Puts the permission and its first charge on record, once per key; the caller has the bank make
 * them. Throws wallet.methodUnavailable, tier.none, subscription.changed while paid time runs,
 * validate.required for a payer, and what a discount or a spending limit refuses.
 */
export const openPermission = async (
  platform: Platform,
  charges: PermittedCharges,
  pair: Allowed<Pair>,
  wish: AgreedWish,
  key: string | null,
): Promise<ChargeId> => {
  const provider = permissionGateway(platform.payments);
  if (!provider) throw new AppError('wallet.methodUnavailable');
  const payer = await charges.payerOf(pair.fanId);
  if (!payer) throw fieldError('payer', 'validate.required');
  const { fanId, producerId } = pair;
  const now = platform.clock.now();
  const open = (tx: Transaction) =>
    openOnce(platform, charges, tx, { pair, wish, payer, provider });
  const { id } = await once(
    platform.db,
    {
      profileId: fanId,
      key,
      route: 'POST /profiles/{profileId}/renew/pix-automatico',
      request: { producerId, ...wish },
      now,
    },
    open,
  );
  return id;
};

type Opening = { pair: Pair; wish: AgreedWish; payer: Payer; provider: GatewayName };

const openOnce = async (
  platform: Platform,
  charges: PermittedCharges,
  tx: Transaction,
  { pair, wish, payer, provider }: Opening,
): Promise<{ id: ChargeId }> => {
  const { fanId, producerId } = pair;
  const now = platform.clock.now();
  const tier = await holdPlan(tx, producerId);
  if (!tier) throw new AppError('tier.none');
  const known = await loadPair(tx, pair);
  if (known && known.paidUntil > now) throw new AppError('subscription.changed');
  if ((await priceOf(platform, pair, wish, tier.price_centavos)) !== wish.price)
    throw fieldError('price', 'validate.invalid');
  await keepWithinLimits(platform, tx, fanId, wish.price);

  const [mandateId, id] = [randomUUIDv7() as MandateId, randomUUIDv7() as ChargeId];
  const expiresAt = new Date(now.getTime() + platform.config.PIX_EXPIRES_SECONDS * 1000);
  const startsOn = dueDay(monthsAfter(now, 1));
  await insertMandate(tx, {
    id: mandateId,
    fanId,
    producerId,
    provider,
    amountCentavos: tier.price_centavos,
    startsOn,
    wish,
    payerSealed: platform.seal.seal(payerPlace(mandateId), payer),
    codeUntil: expiresAt,
    createdAt: now,
  });
  await charges.open(tx, {
    id,
    profileId: fanId,
    provider,
    mandateId,
    dueOn: null,
    amountCentavos: wish.price,
    expiresAt,
    now,
  });
  return { id };
};
