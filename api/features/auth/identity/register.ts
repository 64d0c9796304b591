// A new account by the word of another house: without a password, its address confirmed only when
// that house vouches for it.
import type { Locale } from '@camarim/contract/limits';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Auth } from '../create-auth.ts';
import { requestConfirmation } from '../email/confirm-email.ts';
import { makingAccount } from '../register-user.ts';
import { readTicket, spendTicket } from '../second-factor/ticket.ts';
import { enterOn } from '../session/enter.ts';
import type { MarkedDevice } from '../session/device.ts';
import type { Opened } from '../session/sessions.ts';
import { putIdentity } from './identity-store.ts';
import { isTakenIdentity, type Vouched } from './link.ts';

export type IdentityForm = {
  ticket: string;
  username: string;
  name: string;
  email?: string | undefined;
  language: Locale;
};

/**
 * Opens the first session of a new account. An account that claims the vouched address without ever
 * having confirmed it is not merged, so nothing that its creator put there leads into this one, and
 * it cannot confirm the address any more. Throws token.invalid, validate.required for an address
 * that is lacking, validate.reserved and validate.taken.
 */
export const registerByIdentity = async (
  auth: Auth,
  { ticket, username, name, email: typed, language }: IdentityForm,
  device: MarkedDevice,
): Promise<Opened> => {
  const { platform } = auth;
  const { carried } = await readTicket(platform, 'identity.register', ticket);
  const { provider, identity } = JSON.parse(carried) as Vouched;
  const vouched = identity.emailVerified ? identity.email : null;
  const email = vouched ?? typed;
  if (email === undefined) throw fieldError('email', 'validate.required');
  try {
    return await makingAccount(auth, username, async (tx, make) => {
      const { userId } = await make({
        email,
        passwordHash: null,
        confirmed: vouched !== null,
        name,
        language,
      });
      await putIdentity(tx, {
        provider,
        subject: identity.subject,
        userId,
        name: identity.name,
        now: platform.clock.now(),
      });
      await requestConfirmation(platform, tx, userId);
      await spendTicket(platform, 'identity.register', ticket, tx);
      return enterOn(platform, tx, userId, device);
    });
  } catch (error) {
    throw isTakenIdentity(error) ? new AppError('token.invalid') : error;
  }
};
