// Storing, choosing and deleting payment methods: each kind has exactly one default, initially its
// first.
import type { BodyOf } from '@camarim/contract/route';
import type { Routes } from '@camarim/contract';
import type { ProfileId, SavedPaymentId } from '@camarim/contract/ids';
import { SAVED_PAYMENTS_MAX } from '@camarim/contract/limits';
import { SAO_PAULO } from '@camarim/contract/time';
import { newId } from '../../../../platform/ids/new-id.ts';
import { transaction } from '../../../../platform/database/transaction.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../../platform/http/allowed.ts';
import {
  type CardsApi,
  CardRefused,
  type CardToStore,
  GatewayError,
  type GatewayName,
  type Payer,
  type StoredCard,
} from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import { cardAcquirer } from './acquirer.ts';
import { type Attempt, beginAttempt, type Caller, endAttempt } from './attempts.ts';
import { brandOf } from './brands.ts';
import {
  birthDateOf,
  completeAddress,
  type HolderDetails,
  birthDateFaults,
  contactFaults,
  phoneOf,
} from './rules.ts';
import {
  chooseSaved,
  deleteSaved,
  findSaved,
  lockProfile,
  insertSaved,
  isRemoved,
  listSaved,
  type SavedPayment,
} from './store.ts';

export type NewSavedPayment = BodyOf<Routes['POST /funds/cards']>;
type NewCard = NewSavedPayment & { paymentType: 'card' };
type NewPicPay = NewSavedPayment & { paymentType: 'picpay' };

const sealContext = (id: SavedPaymentId): string => `saved_payments.details:${id}`;

export const openDetails = ({ seal }: Ctx, { id, detailsSealed }: SavedPayment): HolderDetails =>
  seal.open<HolderDetails>(sealContext(id), detailsSealed);

/** The holder of a saved PicPay account as a payer for its gateway. */
export const payerOf = (ctx: Ctx, saved: SavedPayment): Payer => {
  const { name, document, email, phone } = openDetails(ctx, saved);
  return { name: name ?? saved.holder, document, email, phone };
};

/** Converts a gateway's error to the error for the person. */
export const toAppError = (error: unknown): unknown => {
  if (error instanceof CardRefused)
    return new AppError(
      error.decline.class === 'irreversible' ? 'card.refusedForGood' : 'card.refused',
    );
  if (!(error instanceof GatewayError)) return error;
  return error.outcome === 'refused'
    ? new AppError('card.unreadable')
    : new AppError('gateway.unavailable', { retryAfterSeconds: 5 });
};

const requireDetails = (ctx: Ctx, body: NewSavedPayment): HolderDetails => {
  const today = Temporal.Instant.fromEpochMilliseconds(ctx.clock.now().getTime())
    .toZonedDateTimeISO(SAO_PAULO)
    .toPlainDate();
  const faults =
    body.paymentType === 'card'
      ? {
          ...contactFaults(body, body.billingCountry),
          ...birthDateFaults(body.holderBirthDate, today),
        }
      : contactFaults(body, 'BR');
  const [first] = Object.values(faults);
  if (first)
    throw new AppError(Object.keys(faults).length === 1 ? first.code : 'validate.invalidRequest', {
      fields: faults,
    });
  const contact = {
    document: body.holderDocument,
    email: body.billingEmail,
    phone: phoneOf(body.holderPhoneNumber) ?? body.holderPhoneNumber,
  };
  if (body.paymentType === 'picpay')
    return { ...contact, name: body.holderName, birthDate: null, address: null };
  const {
    billingAddress,
    billingStreet,
    billingNumber,
    billingCounty,
    billingCity,
    billingState,
    billingStateCode,
    billingZip,
    billingCountry,
  } = body;
  const address = completeAddress({
    billingAddress,
    billingStreet,
    billingNumber,
    billingCounty,
    billingCity,
    billingState,
    billingStateCode,
    billingZip,
    billingCountry,
  });
  if (!address) throw new AppError('wallet.errorAddress');
  return {
    ...contact,
    name: null,
    birthDate: birthDateOf(body.holderBirthDate)?.toString() ?? null,
    address,
  };
};

/**
 * Stores a card or a PicPay account. Throws validate.*, wallet.errorAddress, card.* and
 * gateway.unavailable.
 */
export const savePayment = async (
  ctx: Ctx,
  caller: Caller,
  body: NewSavedPayment,
): Promise<SavedPayment> => {
  const details = requireDetails(ctx, body);
  if ((await listSaved(ctx.db, caller.profileId, null)).length >= SAVED_PAYMENTS_MAX)
    throw new AppError('card.tooMany');
  return body.paymentType === 'card'
    ? saveCard(ctx, caller, body, details)
    : savePicPay(ctx, caller.profileId, body, details);
};

const saveCard = async (
  ctx: Ctx,
  caller: Caller,
  { encrypted, authorizerId }: NewCard,
  details: HolderDetails,
): Promise<SavedPayment> => {
  const { name, cards } = cardAcquirer(ctx);
  if (!cards.takes(authorizerId)) throw new AppError('card.invalidBin');
  const card = await storeCounted(ctx, cards, caller, {
    jwe: encrypted,
    brandId: authorizerId,
    email: details.email,
  });
  // The page determined the brand from digits that may be wrong; these digits come from the vault.
  const brand = brandOf(card.bin6);
  if (brand?.id !== authorizerId) {
    await removeToken(ctx, cards, card.token);
    throw new AppError('card.invalidBin');
  }
  const part: NewPaymentPart = {
    ...cardPart(name, card),
    brandId: authorizerId,
    paymentType: 'card',
    holder: card.holder,
    readyAt: card.ready ? ctx.clock.now() : null,
  };
  return insertPayment(ctx, caller.profileId, details, part).catch(async (error: unknown) => {
    if (error instanceof AppError) await removeToken(ctx, cards, card.token);
    throw error;
  });
};

/** Stores a card at its acquirer, within the limits of declined cards. */
const storeCounted = async (
  ctx: Ctx,
  cards: CardsApi,
  caller: Caller,
  sealed: Omit<CardToStore, 'admit'>,
): Promise<StoredCard> => {
  const begun: Attempt[] = [];
  const end = async (outcome: Parameters<typeof endAttempt>[2]) => {
    for (const attempt of begun) await endAttempt(ctx, attempt, outcome);
  };
  const card = await cards
    .store({
      ...sealed,
      admit: async (bin6) => void begun.push(await beginAttempt(ctx, caller, bin6)),
    })
    .catch(async (error: unknown) => {
      await end(error instanceof CardRefused ? 'declined' : 'unknown');
      throw toAppError(error);
    });
  await end('accepted');
  return card;
};

const cardPart = (provider: GatewayName, { token, bin6, last4, expires }: StoredCard) => ({
  provider,
  token,
  bin6,
  last4,
  expires,
});

const savePicPay = (
  ctx: Ctx,
  profileId: ProfileId,
  { holderName }: NewPicPay,
  details: HolderDetails,
): Promise<SavedPayment> =>
  insertPayment(ctx, profileId, details, {
    paymentType: 'picpay',
    provider: null,
    token: null,
    bin6: null,
    last4: null,
    brandId: null,
    expires: null,
    holder: holderName,
    readyAt: ctx.clock.now(),
  });

type NewPaymentPart = Pick<SavedPayment, 'holder' | 'readyAt'> &
  (SavedPayment extends infer S
    ? S extends SavedPayment
      ? Pick<S, 'paymentType' | 'provider' | 'token' | 'bin6' | 'last4' | 'brandId' | 'expires'>
      : never
    : never);

/**
 * Throws auth.required for an account that was removed while its acquirer was called: its erasure
 * may be complete already.
 */
const insertPayment = (
  { db, clock, seal }: Ctx,
  profileId: ProfileId,
  details: HolderDetails,
  part: NewPaymentPart,
): Promise<SavedPayment> =>
  transaction(db, async (tx) => {
    await lockProfile(tx, profileId);
    if (await isRemoved(tx, profileId)) throw new AppError('auth.required');
    const id = newId() as SavedPaymentId;
    const others = await listSaved(tx, profileId, part.paymentType);
    const saved: SavedPayment = {
      ...part,
      id,
      profileId,
      detailsSealed: seal.seal(sealContext(id), details),
      isDefault: !others.some(({ isDefault }) => isDefault),
      networkRef: null,
      refusedAt: null,
      createdAt: clock.now(),
    };
    await insertSaved(tx, saved);
    return saved;
  });

/** Failures are logged only: a token that is not stored here charges nothing. */
const removeToken = async ({ log }: Ctx, cards: CardsApi, token: string): Promise<void> => {
  await cards
    .remove(token)
    .catch((error: unknown) =>
      log.warn({ err: error }, 'an unused card token could not be removed at its gateway'),
    );
};

export const choosePayment = ({ db }: Ctx, saved: Allowed<SavedPayment>): Promise<SavedPayment> =>
  transaction(db, async (tx) => {
    await lockProfile(tx, saved.profileId);
    await chooseSaved(tx, saved);
    return (await findSaved(tx, saved.id)) ?? saved;
  });

/**
 * Deletes it at its gateway first, so that no unknown token remains there. Throws
 * gateway.unavailable.
 */
export const removePayment = async (ctx: Ctx, saved: Allowed<SavedPayment>): Promise<void> => {
  if (saved.paymentType === 'card')
    await ctx.payments[saved.provider]?.cards
      ?.remove(saved.token)
      .catch((error: unknown) => Promise.reject(toAppError(error)));
  await transaction(ctx.db, async (tx) => {
    await lockProfile(tx, saved.profileId);
    await deleteSaved(tx, saved.id);
    const left = await listSaved(tx, saved.profileId, saved.paymentType);
    const next = left.some(({ isDefault }) => isDefault)
      ? undefined
      : (left.find(({ refusedAt, readyAt }) => !refusedAt && readyAt) ?? left[0]);
    if (next) await chooseSaved(tx, next);
  });
};
