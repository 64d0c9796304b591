// The parts of a charge's request that come from its payer and its card.
import type { ChargeId } from '@camarim/contract/ids';
import {
  type CardSource,
  type ChargeRequest,
  GatewayError,
} from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import { findSaved } from '../cards/store.ts';
import type { Charge } from './charge-store.ts';
import { needsAuthentication, type CardProof } from '../top-up/policy.ts';

/** The context that a charge's payer is sealed for. */
export const payerSealContext = (id: ChargeId): string => `charges.payer:${id}`;

/** The bank authenticates the holder when they are present; a renewal is not authenticated. */
export const authenticationOf = (
  ctx: Ctx,
  { id, byHolder, amountCentavos, payerSealed }: Charge,
): Pick<ChargeRequest, 'authenticate'> => {
  if (!byHolder || !needsAuthentication(ctx, amountCentavos)) return {};
  const { config, seal } = ctx;
  const { browser, result } = payerSealed
    ? seal.open<CardProof>(payerSealContext(id), payerSealed)
    : { browser: null, result: null };
  return {
    authenticate: {
      returnUrl: `${config.publicUrl}/api/funds/challenges/${id}`,
      browser,
      result,
      otherwise: config.CARD_UNAUTHENTICATED,
    },
  };
};

/** Throws GatewayError (`refused`) for a card that was deleted after the charge was created. */
export const cardOf = async (
  { db }: Ctx,
  { savedPaymentId, byHolder }: Charge,
): Promise<CardSource> => {
  const saved = savedPaymentId && (await findSaved(db, savedPaymentId));
  if (!saved || saved.paymentType !== 'card')
    throw new GatewayError('refused', 'the card of this charge is no longer stored');
  return {
    kind: 'stored',
    token: saved.token,
    brandId: saved.brandId,
    byHolder,
    networkRef: saved.networkRef,
  };
};
