// Makes an account: user, profile and ledger accounts, all or nothing.
import { randomUUIDv7 } from 'node:crypto';
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { transaction } from '../../platform/database/transaction.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { fieldError } from '../../platform/errors/app-error.ts';
import { createProfile } from '../profiles/index.ts';
import { acceptPolicies } from '../publics/index.ts';
import type { Auth } from './create-auth.ts';
import { requestConfirmation } from './email/confirm-email.ts';
import { isWeakPassword } from './password/password-strength.ts';
import { isReservedName } from './reserved-names.ts';
import { enterOn } from './session/enter.ts';
import type { MarkedDevice } from './session/device.ts';
import type { Opened } from './session/sessions.ts';
import { insertUser } from './store.ts';

export type NewAccount = {
  username: string;
  email: string;
  password: string;
  name: string;
  language: Locale;
};

export type Account = { userId: UserId; profileId: ProfileId };

/**
 * Which field is to blame when a unique value is taken; the constraints decide, so two
 * registrations at once can't both pass.
 */
const TAKEN: Record<string, string> = {
  users_email_key: 'email',
  profiles_domain_name_key: 'username',
};
const UNIQUE_VIOLATION = '23505';

const takenField = (error: unknown): string | undefined => {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint !== undefined ? TAKEN[constraint] : undefined;
};

type Details = {
  email: string;
  passwordHash: string | null;
  /** The address is known to be this person's. */ confirmed: boolean;
  name: string;
  language: Locale;
};
type Make = (details: Details) => Promise<Account>;

/**
 * Runs `work` in a transaction in which it may make one account of that name. Throws
 * validate.reserved, and validate.taken with the field: of the address only when `confirmed` and
 * another account has confirmed it too.
 */
export const makingAccount = async <T>(
  { platform, ledger }: Auth,
  username: string,
  work: (tx: Transaction, make: Make) => Promise<T>,
): Promise<T> => {
  if (isReservedName(username)) throw fieldError('username', 'validate.reserved');
  const now = platform.clock.now();
  try {
    return await transaction(platform.db, (tx) =>
      work(tx, async ({ email, passwordHash, confirmed, name, language }) => {
        const made: Account = {
          userId: randomUUIDv7() as UserId,
          profileId: randomUUIDv7() as ProfileId,
        };
        await insertUser(tx, { id: made.userId, email, passwordHash, confirmed, now });
        await createProfile(tx, {
          id: made.profileId,
          userId: made.userId,
          domainName: username,
          displayName: name,
          language,
          now,
        });
        await ledger.openAccounts(tx, made.profileId);
        // The form says so beside its button.
        await acceptPolicies(tx, made.profileId, ['terms', 'privacy'], now);
        return made;
      }),
    );
  } catch (error) {
    const field = takenField(error);
    throw field ? fieldError(field, 'validate.taken') : error;
  }
};

const create = async <T>(
  auth: Auth,
  { username, email, password, name, language }: NewAccount,
  then: (tx: Transaction, made: Account) => Promise<T>,
): Promise<T> => {
  if (isReservedName(username)) throw fieldError('username', 'validate.reserved');
  if (await isWeakPassword(password, [username, email, name]))
    throw fieldError('password', 'validate.weakPassword');
  const passwordHash = await auth.passwords.hash(password);
  return makingAccount(auth, username, async (tx, make) =>
    then(tx, await make({ email, passwordHash, confirmed: false, name, language })),
  );
};

/**
 * Makes an account that nobody is logged in to. Throws validate.reserved, validate.weakPassword or,
 * for the name, validate.taken with the field.
 */
export const createAccount = (auth: Auth, account: NewAccount): Promise<Account> =>
  create(auth, account, async (_tx, made) => made);

/**
 * Makes an account, opens its first session and has the link mailed that confirms the address. An
 * address that another account has confirmed is answered alike, so that registration tells nothing
 * about it: its owner is written to instead, and until the address is confirmed it neither logs in
 * nor resets a password. Throws as `createAccount` does.
 */
export const registerUser = (
  auth: Auth,
  account: NewAccount,
  device: MarkedDevice,
): Promise<Opened> =>
  create(auth, account, async (tx, { userId }) => {
    await requestConfirmation(auth.platform, tx, userId);
    return enterOn(auth.platform, tx, userId, device);
  });
