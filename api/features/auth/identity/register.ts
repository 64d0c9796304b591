// Registration by an identity provider: an account without a password, whose address is confirmed
// only when the provider has verified it.
import type { Locale } from '@camarim/contract/limits';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Auth } from '../create-auth.ts';
import { requestConfirmation } from '../email/confirm-email.ts';
import { withNewAccount } from '../register-user.ts';
import { readTicket, consumeTicket } from '../second-factor/ticket.ts';
import { openDeviceSession } from '../session/device-session.ts';
import type { MarkedDevice } from '../session/device.ts';
import type { OpenedSession } from '../session/sessions.ts';
import { upsertIdentity } from './identity-store.ts';
import { isTakenIdentity, type ProviderIdentity } from '../link-identity.ts';

export type IdentityForm = {
  ticket: string;
  username: string;
  name: string;
  email?: string | undefined;
  language: Locale;
};

/**
 * Creates the account and its first session. An account that claims the verified address without
 * having confirmed it is not merged, so its producer gets no access to the new one, and it can no
 * longer confirm the address. Throws token.invalid, validate.required for a missing address,
 * validate.reserved and validate.taken.
 */
export const registerByIdentity = async (
  auth: Auth,
  { ticket, username, name, email: typed, language }: IdentityForm,
  device: MarkedDevice,
): Promise<OpenedSession> => {
  const { ctx } = auth;
  const { carried } = await readTicket(ctx, 'identity.register', ticket);
  const { provider, identity } = JSON.parse(carried) as ProviderIdentity;
  const vouched = identity.emailVerified ? identity.email : null;
  const email = vouched ?? typed;
  if (email === undefined) throw fieldError('email', 'validate.required');
  try {
    return await withNewAccount(auth, username, async (tx, make) => {
      const { userId } = await make({
        email,
        passwordHash: null,
        confirmed: vouched !== null,
        name,
        language,
      });
      await upsertIdentity(tx, {
        provider,
        subject: identity.subject,
        userId,
        name: identity.name,
        now: ctx.clock.now(),
      });
      await requestConfirmation(ctx, tx, userId);
      await consumeTicket(ctx, 'identity.register', ticket, tx);
      return openDeviceSession(ctx, tx, userId, device);
    });
  } catch (error) {
    throw isTakenIdentity(error) ? new AppError('token.invalid') : error;
  }
};
