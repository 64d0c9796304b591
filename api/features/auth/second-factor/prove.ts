// Proving by a second factor: at the log-in, and anew before something that can't be taken back.
import type { UserId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Auth } from '../create-auth.ts';
import { loadAccount } from '../account-store.ts';
import { linkIdentity, type Vouched } from '../identity/link.ts';
import { proveByPassword } from '../password/change-password.ts';
import { enterOn } from '../session/enter.ts';
import type { MarkedDevice } from '../session/device.ts';
import type { Opened } from '../session/sessions.ts';
import { spendRecoveryCode, spendTotpCode } from './codes.ts';
import { countFactors, loadProof, noteProof } from './factor-store.ts';
import { askForPasskey, proveByPasskey } from './passkeys.ts';
import type { Ceremony, SpentCeremony } from './passkeys.ts';
import { readTicket, signTicket, spendTicket } from './ticket.ts';

/** A proof opens what is dangerous for this long. */
const PROOF_MS = 10 * 60_000;
const GUESSES = { limit: 10, windowSeconds: 900 };

export type Proof = {
  code?: string | undefined;
  passkey?: { ticket: string; answer: unknown } | undefined;
};
/** `setPassword`: there is nothing to prove by; a password can be chosen by email. */
type Method = 'password' | 'code' | 'passkey' | 'setPassword';

export const hasSecondFactor = async (platform: Platform, userId: UserId): Promise<boolean> => {
  const { totp, passkeys } = await countFactors(platform.db, userId);
  return totp || passkeys > 0;
};

const methodsOf = async ({ db }: Platform, userId: UserId): Promise<Method[]> => {
  const { totp, passkeys } = await countFactors(db, userId);
  const methods: Method[] = [
    ...(passkeys > 0 ? ['passkey' as const] : []),
    ...(totp ? ['code' as const] : []),
  ];
  if (methods.length > 0) return methods;
  return [(await loadAccount(db, userId))?.passwordHash ? 'password' : 'setPassword'];
};

type ReadyProof = { code?: string | undefined; passkey?: SpentCeremony & { answer: unknown } };

/**
 * Uses the passkey's ticket up, whatever comes of it: before the transaction, which a wrong answer
 * takes back.
 */
const readied = async (platform: Platform, { code, passkey }: Proof): Promise<ReadyProof> => ({
  code,
  ...(passkey && {
    passkey: {
      ...(await spendTicket(platform, 'passkey.prove', passkey.ticket)),
      answer: passkey.answer,
    },
  }),
});

const tryFactor = async (
  platform: Platform,
  tx: Transaction,
  userId: UserId,
  { code, passkey }: ReadyProof,
): Promise<boolean> => {
  if (passkey) return proveByPasskey(platform, tx, userId, passkey);
  if (code === undefined) return false;
  return (await spendTotpCode(platform, tx, userId, code)) || spendRecoveryCode(tx, userId, code);
};

/** Counts a guess of this account. Throws request.tooMany after ten. */
export const takeGuess = async (platform: Platform, userId: UserId): Promise<void> => {
  const { allowed, resetsInSeconds } = await platform.strictLimits.take(
    `secondFactor|${userId}`,
    GUESSES,
  );
  if (!allowed) throw new AppError('request.tooMany', { retryAfterSeconds: resetsInSeconds });
};

/**
 * Throws secondFactor.wrong. Count the guess before (`takeGuess`), outside of the transaction,
 * which a wrong one takes back.
 */
const requireFactor = async (
  platform: Platform,
  tx: Transaction,
  userId: UserId,
  proof: ReadyProof,
): Promise<void> => {
  if (!(await tryFactor(platform, tx, userId, proof))) throw new AppError('secondFactor.wrong');
};

/**
 * The first step was right and more is wanted: what the second step needs. It links `toLink` when
 * it is done.
 */
export const askForSecondFactor = async (
  platform: Platform,
  userId: UserId,
  toLink: Vouched | null = null,
): Promise<AppError> => {
  const passkey = await askForPasskey(platform, userId);
  const ticket = await signTicket(platform, 'logIn', {
    subject: userId,
    ...(toLink && { carried: JSON.stringify(toLink) }),
  });
  return new AppError('auth.secondFactorRequired', {
    reply: { ticket, methods: await methodsOf(platform, userId), passkey },
  });
};

/**
 * The second step, by the ticket of the first. A passkey's answer brings its own. Throws
 * token.invalid, and as `requireFactor`.
 */
export const finishLogIn = async (
  { platform }: Auth,
  ticket: string,
  proof: Proof,
  device: MarkedDevice,
): Promise<Opened> => {
  const { subject, carried } = await readTicket(platform, 'logIn', ticket);
  const userId = subject as UserId;
  await takeGuess(platform, userId);
  const ready = await readied(platform, proof);
  return transaction(platform.db, async (tx) => {
    await requireFactor(platform, tx, userId, ready);
    await spendTicket(platform, 'logIn', ticket, tx);
    if (carried) await linkIdentity(platform, tx, userId, JSON.parse(carried) as Vouched);
    return enterOn(platform, tx, userId, device, true);
  });
};

export const offerStepUp = async (
  platform: Platform,
  { userId }: Viewer,
): Promise<{ methods: Method[]; passkey: Ceremony | null }> => ({
  methods: await methodsOf(platform, userId),
  passkey: await askForPasskey(platform, userId),
});

/**
 * Proves anew, by the second factor when there is one: a password alone is what may have been
 * stolen. Answers until when it holds.
 */
export const stepUp = async (
  auth: Auth,
  { userId, sessionId }: Viewer,
  { password, ...proof }: Proof & { password?: string | undefined },
): Promise<Date> => {
  const { platform } = auth;
  const strong = await hasSecondFactor(platform, userId);
  if (strong) await takeGuess(platform, userId);
  else await proveByPassword(auth, userId, password ?? '');
  const ready = strong ? await readied(platform, proof) : null;
  return transaction(platform.db, async (tx) => {
    if (ready) await requireFactor(platform, tx, userId, ready);
    const now = platform.clock.now();
    await noteProof(tx, sessionId, strong, now);
    return new Date(now.getTime() + PROOF_MS);
  });
};

/**
 * For bank data, payout, address and second factors: refuses unless the person behind this session
 * proved who they are within the last minutes. Throws stepUp.required, for which the web app asks
 * and then repeats the call.
 */
export const requireRecentStrongAuth = async (
  platform: Platform,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<void> => {
  const [{ provedAt, secondFactor }, strong] = await Promise.all([
    loadProof(platform.db, sessionId),
    hasSecondFactor(platform, userId),
  ]);
  const recent =
    provedAt !== null && platform.clock.now().getTime() - provedAt.getTime() < PROOF_MS;
  if (!recent || (strong && !secondFactor)) throw new AppError('stepUp.required');
};
