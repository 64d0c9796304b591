// Who may top up how, and who may see which charge.
import type { ChargeId, ProfileId, SavedPaymentId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { AppError, fieldError } from '../../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../../platform/http/allowed.ts';
import type { Viewer } from '../../../../platform/http/viewer.ts';
import type {
  AuthenticationResult,
  GatewayName,
  HolderBrowser,
  Payer,
  TopUpMethod,
} from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import { loadBillPayer } from '../bills/bill-data.ts';
import { ownSaved } from '../cards/policy.ts';
import { isBrazilianDocument } from '../cards/rules.ts';
import { payerOf } from '../cards/save-card.ts';
import type { SavedPayment } from '../cards/store.ts';
import { type Charge, type Intent, findCharge, findChargesByRef } from '../charges/charge-store.ts';

/** A top-up that was checked and can be started. */
export type TopUpOrder = {
  profileId: ProfileId;
  provider: GatewayName;
  method: TopUpMethod;
  amountCentavos: Centavos;
  payer: Payer | null;
  intent: Intent | null;
  card: ChargedCard | null;
  /** The proof of a card holder who is present. */
  proof: CardProof | null;
};

/** What the page sends for 3-D Secure. */
export type CardProof = { browser: HolderBrowser | null; result: AuthenticationResult | null };

/**
 * A stored card; `byHolder`: the holder is present and requests the charge, otherwise it is a
 * renewal they agreed to.
 */
export type ChargedCard = { id: SavedPaymentId; byHolder: boolean; bin6: string | null };

export type TopUpRequest = Pick<TopUpOrder, 'method' | 'amountCentavos' | 'payer' | 'intent'> & {
  savedId: SavedPaymentId | null;
  ageConfirmed: boolean;
  proof: CardProof;
};

/** Methods whose gateways require a payer. */
const METHODS_WITH_PAYER: readonly TopUpMethod[] = ['boleto', 'picpay'];

const providerOf = ({ payments }: Ctx, method: TopUpMethod): GatewayName => {
  const provider = (Object.keys(payments) as GatewayName[]).find((name) =>
    payments[name]?.methods.includes(method),
  );
  if (!provider) throw new AppError('wallet.methodUnavailable');
  return provider;
};

/** Whether boletos need the payer's address. */
export const needsAddress = ({ payments }: Ctx): boolean =>
  Object.values(payments).some(
    (provider) => provider.methods.includes('boleto') && provider.requiresAddress === true,
  );

/**
 * Every account may top up, by any method that a gateway of this installation supports. Throws
 * wallet.methodUnavailable, validate.maxValue above the operator's limit, validate.required for a
 * missing payer, address, card, browser or age confirmation, card.notFound, card.refusedForGood,
 * card.activating and card.notAuthenticated.
 */
export const canTopUp = async (
  ctx: Ctx,
  viewer: Viewer,
  { savedId, ageConfirmed, ...request }: TopUpRequest,
): Promise<Allowed<TopUpOrder>> => {
  const { profileId } = viewer;
  const max = ctx.config.TOP_UP_MAX_CENTAVOS;
  if (request.amountCentavos > max)
    throw fieldError('value', 'validate.maxValue', { max: max / 100 });
  if (request.method === 'card') {
    if (!savedId) throw fieldError('profileCardId', 'validate.required');
    if (!ageConfirmed) throw fieldError('ageConfirmed', 'validate.required');
    const saved = await ownSaved(ctx, viewer, savedId, 'card');
    if (saved.refusedAt) throw new AppError('card.refusedForGood');
    if (!saved.readyAt) throw new AppError('card.activating');
    const provider = gatewayOfCard(ctx, saved);
    checkProof(ctx, provider, request);
    return allow({
      ...request,
      payer: null,
      provider,
      profileId,
      card: { id: saved.id, byHolder: true, bin6: saved.bin6 },
    });
  }
  const provider = providerOf(ctx, request.method);
  const payer = METHODS_WITH_PAYER.includes(request.method)
    ? (request.payer ?? (await savedPayer(ctx, viewer, request.method, savedId)))
    : null;
  if (!payer && METHODS_WITH_PAYER.includes(request.method))
    throw fieldError('payer', 'validate.required');
  if (payer && !isBrazilianDocument(payer.document))
    throw fieldError('payer.document', 'validate.invalid');
  if (request.method === 'boleto' && payer && needsAddress(ctx))
    payer.address ??= (await loadBillPayer(ctx, profileId))?.address;
  if (request.method === 'boleto' && !payer?.address && needsAddress(ctx))
    throw fieldError('payer.address', 'validate.required');
  return allow({ ...request, payer, provider, profileId, card: null, proof: null });
};

/** Whether the card's bank must authenticate the holder for this amount. */
export const needsAuthentication = ({ config }: Ctx, amountCentavos: Centavos): boolean =>
  amountCentavos >= config.CARD_AUTHENTICATE_FROM_CENTAVOS;

/**
 * The page's claims are not trusted: the acquirer verifies the bank's cryptogram. Without one, the
 * operator's setting decides.
 */
const checkProof = (
  ctx: Ctx,
  provider: GatewayName,
  { amountCentavos, proof }: Pick<TopUpRequest, 'amountCentavos' | 'proof'>,
): void => {
  if (!needsAuthentication(ctx, amountCentavos)) return;
  const kind = ctx.payments[provider]?.cards?.authentication;
  if (kind === 'page' && !proof.browser) throw fieldError('browser', 'validate.required');
  if (kind === 'script' && !proof.result?.cavv && ctx.config.CARD_UNAUTHENTICATED === 'refuse')
    throw new AppError('card.notAuthenticated');
};

/** The bill data for a boleto, the chosen account for PicPay. */
const savedPayer = async (
  ctx: Ctx,
  viewer: Viewer,
  method: TopUpMethod,
  savedId: SavedPaymentId | null,
): Promise<Payer | null> => {
  if (method === 'boleto') return loadBillPayer(ctx, viewer.profileId);
  return savedId && payerOf(ctx, await ownSaved(ctx, viewer, savedId, 'picpay'));
};

/** The gateway that stores a card, which is the only one that can charge it. */
export const gatewayOfCard = (
  { payments }: Ctx,
  { provider }: Pick<SavedPayment, 'provider'>,
): GatewayName => {
  if (!provider || !payments[provider]) throw new AppError('wallet.methodUnavailable');
  return provider;
};

/** A card charge for a renewal that the holder agreed to when they subscribed. */
export const renewalOrder = (
  ctx: Ctx,
  profileId: ProfileId,
  card: SavedPayment,
  amountCentavos: Centavos,
): Allowed<TopUpOrder> =>
  allow({
    profileId,
    provider: gatewayOfCard(ctx, card),
    method: 'card',
    amountCentavos,
    payer: null,
    intent: null,
    proof: null,
    card: { id: card.id, byHolder: false, bin6: card.bin6 },
  });

/**
 * A charge of the viewer; a charge of another person does not exist for them. Throws
 * charge.notFound.
 */
export const ownCharge = async (
  { db }: Ctx,
  viewer: Viewer,
  id: ChargeId | undefined,
): Promise<Charge> => {
  const charge = id ? await findCharge(db, id) : null;
  if (!charge || charge.profileId !== viewer.profileId) throw new AppError('charge.notFound');
  return charge;
};

/** The viewer's own charge behind PayPal's order. Throws charge.notFound. */
export const ownOrder = async (ctx: Ctx, viewer: Viewer, orderId: string): Promise<Charge> => {
  const [id] = await findChargesByRef(ctx.db, 'paypal', [orderId]);
  return ownCharge(ctx, viewer, id);
};
