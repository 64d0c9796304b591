// The OAuth callback: finds the account of an identity, and logs in, asks for a second factor or
// offers registration.
import type { UserId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type {
  Handshake,
  Identity,
  ProviderAnswer,
  ProviderName,
} from '../../../platform/identity/port.ts';
import {
  type IdentityProvider,
  IdentityRefused,
  IdentityUnavailable,
  PROVIDER_NAMES,
} from '../../../platform/identity/port.ts';
import type { Ctx } from '../../../context.ts';
import { findAccount, loadAccount } from '../account-store.ts';
import type { Auth } from '../create-auth.ts';
import { secondFactorRequired, hasSecondFactor } from '../second-factor/step-up.ts';
import { signTicket } from '../second-factor/ticket.ts';
import { openDeviceSession } from '../session/device-session.ts';
import type { MarkedDevice } from '../session/device.ts';
import type { OpenedSession } from '../session/sessions.ts';
import { findIdentityOwner } from './identity-store.ts';
import { isTakenIdentity, linkIdentity, type ProviderIdentity } from '../link-identity.ts';

/** The providers that the operator has configured, in display order. */
export const offeredProviders = ({ identities }: Ctx): ProviderName[] =>
  PROVIDER_NAMES.filter((name) => identities[name] !== undefined);

/** Throws identity.notOffered for a provider without client credentials. */
export const offeredProvider = ({ identities }: Ctx, provider: ProviderName): IdentityProvider => {
  const offered = identities[provider];
  if (!offered) throw new AppError('identity.notOffered');
  return offered;
};

/** The redirect URI: the page to which the provider sends the browser. */
export const callbackUrlOf = ({ config }: Ctx, provider: ProviderName): string =>
  `${config.publicUrl}/account/${provider}`;

/**
 * Calls the provider; translates its failure or refusal to identity.unavailable or
 * identity.refused.
 */
export const callProvider = async <T>(
  { log }: Ctx,
  provider: ProviderName,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof IdentityRefused) && !(error instanceof IdentityUnavailable)) throw error;
    // The message alone: the rest of such an error may hold codes and tokens.
    log.warn(
      { provider, reason: error.cause instanceof Error ? error.cause.message : error.message },
      'social log-in failed',
    );
    throw new AppError(
      error instanceof IdentityRefused ? 'identity.refused' : 'identity.unavailable',
    );
  }
};

export const fetchIdentity = (
  ctx: Ctx,
  provider: ProviderName,
  answer: ProviderAnswer,
  handshake: Handshake,
): Promise<Identity> =>
  callProvider(ctx, provider, () =>
    offeredProvider(ctx, provider).finish(callbackUrlOf(ctx, provider), answer, handshake),
  );

/** Links the identity to the account that is logged in. Throws identity.taken. */
export const linkToAccount = async (
  ctx: Ctx,
  userId: UserId,
  vouched: ProviderIdentity,
): Promise<void> => {
  try {
    await transaction(ctx.db, (tx) => linkIdentity(ctx, tx, userId, vouched));
  } catch (error) {
    throw isTakenIdentity(error) ? new AppError('identity.taken') : error;
  }
};

/** Signs the ticket with which the registration form creates an account for an unknown identity. */
const offerRegistration = async (
  ctx: Ctx,
  { provider, identity }: ProviderIdentity,
  addressHeld: boolean,
): Promise<AppError> => {
  const { email, emailVerified, name } = identity;
  const ticket = await signTicket(ctx, 'identity.register', {
    subject: identity.subject,
    carried: JSON.stringify({ provider, identity } satisfies ProviderIdentity),
  });
  return new AppError('identity.registrationNeeded', {
    reply: { ticket, name, email, emailVerified, addressHeld },
  });
};

const logInAs = async (
  { ctx }: Auth,
  userId: UserId,
  device: MarkedDevice,
  toLink: ProviderIdentity | null,
): Promise<OpenedSession> => {
  // The identity is linked by the second step, so a failed second factor links nothing.
  if (await hasSecondFactor(ctx, userId)) throw await secondFactorRequired(ctx, userId, toLink);
  return transaction(ctx.db, async (tx) => {
    if (toLink) await linkIdentity(ctx, tx, userId, toLink);
    return openDeviceSession(ctx, tx, userId, device);
  });
};

/**
 * Opens a session of the account that the identity is linked to. An unlinked identity is linked to
 * the account with the same address only when this account has confirmed the address and the
 * provider has verified it. An account with an unconfirmed address may be an attacker's
 * (pre-hijacking), so it is never linked. Throws auth.secondFactorRequired,
 * identity.registrationNeeded, and auth.invalidCredentials for a blocked account.
 */
export const logInByIdentity = async (
  auth: Auth,
  vouched: ProviderIdentity,
  device: MarkedDevice,
): Promise<OpenedSession> => {
  const { ctx } = auth;
  const { provider, identity } = vouched;
  const owner = await findIdentityOwner(ctx.db, provider, identity.subject);
  if (owner) {
    if (!(await loadAccount(ctx.db, owner))) throw new AppError('auth.invalidCredentials');
    return logInAs(auth, owner, device, null);
  }
  const sameAddress =
    identity.emailVerified && identity.email !== null
      ? await findAccount(ctx.db, identity.email)
      : null;
  if (sameAddress?.emailConfirmed) return logInAs(auth, sameAddress.userId, device, vouched);
  throw await offerRegistration(ctx, vouched, sameAddress !== null);
};
