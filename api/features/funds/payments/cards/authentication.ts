// The 3-D Secure script of the card's acquirer, which a page runs before it charges a stored card.
import { randomUUID } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { Centavos } from '@camarim/contract/money';
import type { ReplyOf } from '@camarim/contract/route';
import type { Allowed } from '../../../../platform/http/allowed.ts';
import type { Ctx } from '../../../../context.ts';
import { needsAuthentication, gatewayOfCard } from '../top-up/policy.ts';
import { openDetails, toAppError } from './save-card.ts';
import type { SavedPayment } from './store.ts';

type Script = ReplyOf<Routes['GET /funds/cards/{id}/authentication']>['data'];

/**
 * Null where no authentication is needed, or where it follows the charge. Throws
 * wallet.methodUnavailable and gateway.unavailable.
 */
export const beginAuthentication = async (
  ctx: Ctx,
  saved: Allowed<SavedPayment>,
  amountCentavos: Centavos,
): Promise<Script> => {
  const acquirer = ctx.payments[gatewayOfCard(ctx, saved)]?.cards;
  if (!needsAuthentication(ctx, amountCentavos) || !acquirer?.beginAuthentication) return null;
  const script = await acquirer
    .beginAuthentication()
    .catch((error: unknown) => Promise.reject(toAppError(error)));
  const { document, email, phone, address } = openDetails(ctx, saved);
  const billing = {
    document,
    email,
    phone,
    street: address ? `${address.billingStreet} ${address.billingNumber}` : '',
    city: address?.billingCity ?? '',
    state: address?.billingStateCode ?? '',
    zip: address?.billingZip ?? '',
    country: address?.billingCountry ?? 'BR',
  };
  return {
    ...script,
    orderNumber: randomUUID(),
    billing,
    otherwise: ctx.config.CARD_UNAUTHENTICATED,
  };
};
