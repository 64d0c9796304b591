// Coming back from a provider: whose account it is, if anybody's, and what is needed to get in.
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
import { askForSecondFactor, hasSecondFactor } from '../second-factor/prove.ts';
import { signTicket } from '../second-factor/ticket.ts';
import { enterOn } from '../session/enter.ts';
import type { MarkedDevice } from '../session/device.ts';
import type { Opened } from '../session/sessions.ts';
import { ownerOfIdentity } from './identity-store.ts';
import { isTakenIdentity, linkIdentity, type Vouched } from './link.ts';

/** Those that the operator has keys for, in the order they are shown. */
export const offeredProviders = ({ identities }: Pick<Platform, 'identities'>): ProviderName[] =>
  PROVIDER_NAMES.filter((name) => identities[name] !== undefined);

/** Throws identity.notOffered for a provider that the operator has no keys for. */
export const offeredProvider = (
  { identities }: Pick<Platform, 'identities'>,
  provider: ProviderName,
): IdentityProvider => {
  const offered = identities[provider];
  if (!offered) throw new AppError('identity.notOffered');
  return offered;
};

/** The page that the provider sends the browser back to. */
export const returnUrlOf = ({ config }: Pick<Platform, 'config'>, provider: ProviderName): string =>
  `${config.publicUrl}/account/${provider}`;

/**
 * Makes the call; a provider that fails or refuses becomes identity.unavailable or
 * identity.refused.
 */
export const askingProvider = async <T>(
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
      'a log-in by another house failed',
    );
    throw new AppError(
      error instanceof IdentityRefused ? 'identity.refused' : 'identity.unavailable',
    );
  }
};

export const identify = (
  platform: Platform,
  provider: ProviderName,
  answer: ProviderAnswer,
  handshake: Handshake,
): Promise<Identity> =>
  askingProvider(platform, provider, () =>
    offeredProvider(platform, provider).finish(returnUrlOf(platform, provider), answer, handshake),
  );

/** Links to the account one is in. Throws identity.taken. */
export const linkHere = async (
  platform: Platform,
  userId: UserId,
  vouched: Vouched,
): Promise<void> => {
  try {
    await transaction(platform.db, (tx) => linkIdentity(platform, tx, userId, vouched));
  } catch (error) {
    throw isTakenIdentity(error) ? new AppError('identity.taken') : error;
  }
};

/** Nobody here is this person: what the form for a new account begins with. */
const offerRegistration = async (
  platform: Platform,
  { provider, identity }: Vouched,
  addressHeld: boolean,
): Promise<AppError> => {
  const { email, emailVerified, name } = identity;
  const ticket = await signTicket(platform, 'identity.register', {
    subject: identity.subject,
    carried: JSON.stringify({ provider, identity } satisfies Vouched),
  });
  return new AppError('identity.registrationNeeded', {
    reply: { ticket, name, email, emailVerified, addressHeld },
  });
};

const enterAs = async (
  { platform }: Auth,
  userId: UserId,
  device: MarkedDevice,
  toLink: Vouched | null,
): Promise<Opened> => {
  // Linked with the second step, not before it: who fails there leaves nothing behind.
  if (await hasSecondFactor(platform, userId))
    throw await askForSecondFactor(platform, userId, toLink);
  return transaction(platform.db, async (tx) => {
    if (toLink) await linkIdentity(platform, tx, userId, toLink);
    return enterOn(platform, tx, userId, device);
  });
};

/**
 * Opens the session of the account that the identity is linked to. One that is linked to nobody is
 * linked to the account of the same address only when both houses know the address to be this
 * person's: ours by its email, theirs by their word. An account that never confirmed its address
 * may be a trap that somebody else set up; nobody is led into it. Throws auth.secondFactorRequired,
 * identity.registrationNeeded, and auth.invalidCredentials for a blocked account.
 */
export const enterByIdentity = async (
  auth: Auth,
  vouched: Vouched,
  device: MarkedDevice,
): Promise<Opened> => {
  const { platform } = auth;
  const { provider, identity } = vouched;
  const owner = await ownerOfIdentity(platform.db, provider, identity.subject);
  if (owner) {
    if (!(await loadAccount(platform.db, owner))) throw new AppError('auth.invalidCredentials');
    return enterAs(auth, owner, device, null);
  }
  const sameAddress =
    identity.emailVerified && identity.email !== null
      ? await findAccount(platform.db, identity.email)
      : null;
  if (sameAddress?.emailConfirmed) return enterAs(auth, sameAddress.userId, device, vouched);
  throw await offerRegistration(platform, vouched, sameAddress !== null);
};
