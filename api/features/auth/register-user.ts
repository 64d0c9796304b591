// Creates an account: user, profile and ledger accounts, in one transaction.
import { type Routes, routes } from '@camarim/contract';
import type { FieldError } from '@camarim/contract/errors';
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { BodyOf } from '@camarim/contract/route';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import { createProfile, isNameTaken, isReservedName } from '../profiles/index.ts';
import { acceptPolicies } from '../publics/index.ts';
import type { Auth } from './create-auth.ts';
import { requestConfirmation } from './email/confirm-email.ts';
import { isWeakPassword } from './password/password-strength.ts';
import { openDeviceSession } from './session/device-session.ts';
import type { MarkedDevice } from './session/device.ts';
import type { OpenedSession } from './session/sessions.ts';
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
 * The field of a violated unique constraint. The constraints decide, so concurrent registrations
 * can't both pass.
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

type AccountDetails = {
  email: string;
  passwordHash: string | null;
  /** The identity provider has verified the address. */
  confirmed: boolean;
  name: string;
  language: Locale;
};
type CreateAccount = (details: AccountDetails) => Promise<Account>;

/**
 * Runs `work` in a transaction, with a function that creates the account of that name. Throws
 * validate.reserved, and validate.taken with the field: for the address only when `confirmed` and
 * another account has confirmed it too.
 */
export const withNewAccount = async <T>(
  { ctx }: Auth,
  username: string,
  work: (tx: Transaction, make: CreateAccount) => Promise<T>,
): Promise<T> => {
  if (isReservedName(username)) throw fieldError('username', 'validate.reserved');
  const now = ctx.clock.now();
  try {
    return await transaction(ctx.db, (tx) =>
      work(tx, async ({ email, passwordHash, confirmed, name, language }) => {
        const made: Account = {
          userId: newId() as UserId,
          profileId: newId() as ProfileId,
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
        await ctx.ledger.openAccounts(tx, made.profileId);
        // The registration form says so beside its button.
        await acceptPolicies(tx, made.profileId, ['terms', 'privacy'], now);
        return made;
      }),
    );
  } catch (error) {
    const field = takenField(error);
    throw field ? fieldError(field, 'validate.taken') : error;
  }
};

/** The fields that are wrong; the constraint of the table still decides about concurrent names. */
const faultsOf = async (
  { ctx }: Auth,
  { username, email, password, name }: Partial<Omit<NewAccount, 'language'>>,
): Promise<Record<string, FieldError>> => {
  const faults: Record<string, FieldError> = {};
  if (username !== undefined && isReservedName(username))
    faults['username'] = { code: 'validate.reserved' };
  else if (username !== undefined && (await isNameTaken(ctx.db, username)))
    faults['username'] = { code: 'validate.taken' };
  const own = [username, email, name].filter((word) => word !== undefined);
  if (password !== undefined && (await isWeakPassword(password, own)))
    faults['password'] = { code: 'validate.weakPassword' };
  return faults;
};

const checkAccount = async (auth: Auth, account: Omit<NewAccount, 'language'>): Promise<void> => {
  const fields = await faultsOf(auth, account);
  const [first, ...others] = Object.entries(fields);
  if (first && others.length > 0) throw new AppError('validate.invalidRequest', { fields });
  if (first) throw fieldError(first[0], first[1].code);
};

const { username, email, password, name } = routes['POST /auth/register'].body.shape;
/** Fields of the body that are judged once their shape is right. */
const READABLE = { username, email, password, name };

/**
 * What is wrong beyond the shape with the body of a registration, as far as its fields can be read.
 */
export const findRegistrationFaults = (
  auth: Auth,
  body: Record<string, unknown>,
): Promise<Record<string, FieldError>> =>
  faultsOf(
    auth,
    Object.fromEntries(
      Object.entries(READABLE).map(([field, shape]) => [field, shape.safeParse(body[field]).data]),
    ),
  );

/** What a form asks for twice; undefined where it asks once. */
const different = (
  field: string,
  repeated: string | undefined,
  value: string,
): Record<string, FieldError> =>
  repeated === undefined || repeated === value ? {} : { [field]: { code: 'validate.invalid' } };

/** Throws validate.invalidRequest with every wrong field when a repeated one differs. */
export const requireEqualRepeats = async (
  auth: Auth,
  body: BodyOf<Routes['POST /auth/register']>,
): Promise<void> => {
  const unequal = {
    ...different('emailConfirm', body.emailConfirm, body.email),
    ...different('passwordConfirm', body.passwordConfirm, body.password),
  };
  if (Object.keys(unequal).length > 0)
    throw new AppError('validate.invalidRequest', {
      fields: { ...(await findRegistrationFaults(auth, body)), ...unequal },
    });
};

const create = async <T>(
  auth: Auth,
  { username, email, password, name, language }: NewAccount,
  then: (tx: Transaction, made: Account) => Promise<T>,
): Promise<T> => {
  await checkAccount(auth, { username, email, password, name });
  const passwordHash = await auth.passwords.hash(password);
  return withNewAccount(auth, username, async (tx, make) =>
    then(tx, await make({ email, passwordHash, confirmed: false, name, language })),
  );
};

/**
 * Creates an account without a session. Throws validate.reserved, validate.weakPassword or, for the
 * name, validate.taken with the field.
 */
export const createAccount = (auth: Auth, account: NewAccount): Promise<Account> =>
  create(auth, account, async (_tx, made) => made);

/**
 * Creates an account, opens its first session and sends the confirmation link. For an address that
 * another account has confirmed the reply is the same and its owner gets an email instead, so
 * registration does not reveal accounts. An unconfirmed address can neither log in nor reset the
 * password. Throws as `createAccount` does.
 */
export const registerUser = (
  auth: Auth,
  account: NewAccount,
  device: MarkedDevice,
): Promise<OpenedSession> =>
  create(auth, account, async (tx, { userId }) => {
    await requestConfirmation(auth.ctx, tx, userId);
    return openDeviceSession(auth.ctx, tx, userId, device);
  });
