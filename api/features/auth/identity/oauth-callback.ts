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
import type { Platform } from '../../../platform/platform.ts';
import { findAccount, loadAccount } from '../account-store.ts';
import type { Auth } from '../create-auth.ts';
import { secondFactorRequired, hasSecondFactor } from '../second-factor/step-up.ts';
import { signTicket } from '../second-factor/ticket.ts';
import { openDeviceSession } from '../session/device-session.ts';
import type { MarkedDevice } from '../session/device.ts';
import type { OpenedSession } from '../session/sessions.ts';
import { findIdentityOwner } from './identity-store.ts';
import { isTakenIdentity, linkIdentity, type ProviderIdentity } from './link.ts';

/** The providers that the operator has configured, in display order. */
export const offeredProviders = ({ identities }: Pick<Platform, 'identities'>): ProviderName[] =>
  PROVIDER_NAMES.filter((name) => identities[name] !== undefined);

/** Throws identity.notOffered for a provider without client credentials. */
export const offeredProvider = (
  { identities }: Pick<Platform, 'identities'>,
  provider: ProviderName,
): IdentityProvider => {
  const offered = identities[provider];
  if (!offered) throw new AppError('identity.notOffered');
  return offered;
};

/** The redirect URI: the page to which the provider sends the browser. */
export const callbackUrlOf = (
  { config }: Pick<Platform, 'config'>,
  provider: ProviderName,
): string => `${config.publicUrl}/account/${provider}`;

/**
 * Calls the provider; translates its failure or refusal to identity.unavailable or
 * identity.refused.
 */
export const callProvider = async <T>(
  { log }: Pick<Platform, 'log'>,
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
  platform: Platform,
  provider: ProviderName,
  answer: ProviderAnswer,
  handshake: Handshake,
): Promise<Identity> =>
  callProvider(platform, provider, () =>
    offeredProvider(platform, provider).finish(
      callbackUrlOf(platform, provider),
      answer,
      handshake,
    ),
  );

/** Links the identity to the account that is logged in. Throws identity.taken. */
export const linkToAccount = async (
  platform: Platform,
  userId: UserId,
  vouched: ProviderIdentity,
): Promise<void> => {
  try {
    await transaction(platform.db, (tx) => linkIdentity(platform, tx, userId, vouched));
  } catch (error) {
    throw isTakenIdentity(error) ? new AppError('identity.taken') : error;
  }
};

/** Signs the ticket with which the registration form creates an account for an unknown identity. */
const offerRegistration = async (
  platform: Platform,
  { provider, identity }: ProviderIdentity,
  addressHeld: boolean,
): Promise<AppError> => {
  const { email, emailVerified, name } = identity;
  const ticket = await signTicket(platform, 'identity.register', {
    subject: identity.subject,
    carried: JSON.stringify({ provider, identity } satisfies ProviderIdentity),
  });
  return new AppError('identity.registrationNeeded', {
    reply: { ticket, name, email, emailVerified, addressHeld },
  });
};

const logInAs = async (
  { platform }: Auth,
  userId: UserId,
  device: MarkedDevice,
  toLink: ProviderIdentity | null,
): Promise<OpenedSession> => {
  // The identity is linked by the second step, so a failed second factor links nothing.
  if (await hasSecondFactor(platform, userId))
    throw await secondFactorRequired(platform, userId, toLink);
  return transaction(platform.db, async (tx) => {
    if (toLink) await linkIdentity(platform, tx, userId, toLink);
    return openDeviceSession(platform, tx, userId, device);
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
  const { platform } = auth;
  const { provider, identity } = vouched;
  const owner = await findIdentityOwner(platform.db, provider, identity.subject);
  if (owner) {
    if (!(await loadAccount(platform.db, owner))) throw new AppError('auth.invalidCredentials');
    return logInAs(auth, owner, device, null);
  }
  const sameAddress =
    identity.emailVerified && identity.email !== null
      ? await findAccount(platform.db, identity.email)
      : null;
  if (sameAddress?.emailConfirmed) return logInAs(auth, sameAddress.userId, device, vouched);
  throw await offerRegistration(platform, vouched, sameAddress !== null);
};
