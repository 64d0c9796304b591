// The second factor: at the log-in, and as step-up before sensitive acts.
import type { UserId } from '@camarim/contract/ids';
import { MINUTE_MS } from '@camarim/contract/time';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import type { Auth } from '../create-auth.ts';
import { loadAccount } from '../account-store.ts';
import { linkIdentity, type ProviderIdentity } from '../link-identity.ts';
import { verifyPassword } from '../password/change-password.ts';
import { openDeviceSession } from '../session/device-session.ts';
import type { MarkedDevice } from '../session/device.ts';
import type { OpenedSession } from '../session/sessions.ts';
import { consumeRecoveryCode, consumeTotpCode } from './codes.ts';
import { countFactors, loadProof, recordProof } from './factor-store.ts';
import { createPasskeyChallenge, verifyPasskey } from './passkeys.ts';
import type { Ceremony, CompletedCeremony } from './passkeys.ts';
import { readTicket, signTicket, consumeTicket } from './ticket.ts';

/** How long a step-up is valid. */
const PROOF_MS = 10 * MINUTE_MS;
const GUESS_LIMIT = { limit: 10, windowSeconds: 900 };

export type Proof = {
  code?: string | undefined;
  passkey?: { ticket: string; answer: unknown } | undefined;
};
/** `setPassword`: the account has no method yet; a password can be set by an email link. */
type Method = 'password' | 'code' | 'passkey' | 'setPassword';

export const hasSecondFactor = async (ctx: Ctx, userId: UserId): Promise<boolean> => {
  const { totp, passkeys } = await countFactors(ctx.db, userId);
  return totp || passkeys > 0;
};

const methodsOf = async ({ db }: Ctx, userId: UserId): Promise<Method[]> => {
  const { totp, passkeys } = await countFactors(db, userId);
  const methods: Method[] = [
    ...(passkeys > 0 ? ['passkey' as const] : []),
    ...(totp ? ['code' as const] : []),
  ];
  if (methods.length > 0) return methods;
  return [(await loadAccount(db, userId))?.passwordHash ? 'password' : 'setPassword'];
};

type ReadyProof = { code?: string | undefined; passkey?: CompletedCeremony & { answer: unknown } };

/** Consumes the passkey's ticket outside of the transaction, which a wrong response rolls back. */
const consumePasskeyTicket = async (ctx: Ctx, { code, passkey }: Proof): Promise<ReadyProof> => ({
  code,
  ...(passkey && {
    passkey: {
      ...(await consumeTicket(ctx, 'passkey.prove', passkey.ticket)),
      answer: passkey.answer,
    },
  }),
});

const verifyFactor = async (
  ctx: Ctx,
  tx: Transaction,
  userId: UserId,
  { code, passkey }: ReadyProof,
): Promise<boolean> => {
  if (passkey) return verifyPasskey(ctx, tx, userId, passkey);
  if (code === undefined) return false;
  return (await consumeTotpCode(ctx, tx, userId, code)) || consumeRecoveryCode(tx, userId, code);
};

/** Counts a guess on this account. Throws request.tooMany after ten. */
export const limitFactorGuesses = async (ctx: Ctx, userId: UserId): Promise<void> => {
  const { allowed, resetsInSeconds } = await ctx.strictLimits.take(
    `secondFactor|${userId}`,
    GUESS_LIMIT,
  );
  if (!allowed) throw new AppError('request.tooMany', { retryAfterSeconds: resetsInSeconds });
};

/**
 * Throws secondFactor.wrong. Count the guess first (`limitFactorGuesses`), outside of the
 * transaction, which a wrong factor rolls back.
 */
const requireFactor = async (
  ctx: Ctx,
  tx: Transaction,
  userId: UserId,
  proof: ReadyProof,
): Promise<void> => {
  if (!(await verifyFactor(ctx, tx, userId, proof))) throw new AppError('secondFactor.wrong');
};

/**
 * The error that asks for the second step after a correct first one. The second step links
 * `toLink`.
 */
export const secondFactorRequired = async (
  ctx: Ctx,
  userId: UserId,
  toLink: ProviderIdentity | null = null,
): Promise<AppError> => {
  const passkey = await createPasskeyChallenge(ctx, userId);
  const ticket = await signTicket(ctx, 'logIn', {
    subject: userId,
    ...(toLink && { carried: JSON.stringify(toLink) }),
  });
  return new AppError('auth.secondFactorRequired', {
    reply: { ticket, methods: await methodsOf(ctx, userId), passkey },
  });
};

/**
 * The second step of a log-in, by the ticket of the first; a passkey's response has a ticket of its
 * own. Throws token.invalid, and as `requireFactor`.
 */
export const finishLogIn = async (
  { ctx }: Auth,
  ticket: string,
  proof: Proof,
  device: MarkedDevice,
): Promise<OpenedSession> => {
  const { subject, carried } = await readTicket(ctx, 'logIn', ticket);
  const userId = subject as UserId;
  await limitFactorGuesses(ctx, userId);
  const ready = await consumePasskeyTicket(ctx, proof);
  return transaction(ctx.db, async (tx) => {
    await requireFactor(ctx, tx, userId, ready);
    await consumeTicket(ctx, 'logIn', ticket, tx);
    if (carried) await linkIdentity(ctx, tx, userId, JSON.parse(carried) as ProviderIdentity);
    return openDeviceSession(ctx, tx, userId, device, true);
  });
};

export const stepUpOptions = async (
  ctx: Ctx,
  { userId }: Viewer,
): Promise<{ methods: Method[]; passkey: Ceremony | null }> => ({
  methods: await methodsOf(ctx, userId),
  passkey: await createPasskeyChallenge(ctx, userId),
});

/**
 * Step-up by the second factor when the account has one, because a password may be stolen; else by
 * password. Returns until when it is valid.
 */
export const stepUp = async (
  auth: Auth,
  { userId, sessionId }: Viewer,
  { password, ...proof }: Proof & { password?: string | undefined },
): Promise<Date> => {
  const { ctx } = auth;
  const strong = await hasSecondFactor(ctx, userId);
  if (strong) await limitFactorGuesses(ctx, userId);
  else await verifyPassword(auth, userId, password ?? '');
  const ready = strong ? await consumePasskeyTicket(ctx, proof) : null;
  return transaction(ctx.db, async (tx) => {
    if (ready) await requireFactor(ctx, tx, userId, ready);
    const now = ctx.clock.now();
    await recordProof(tx, sessionId, strong, now);
    return new Date(now.getTime() + PROOF_MS);
  });
};

/**
 * Guards bank data, payouts, the email address and second factors: requires a step-up of this
 * session within the last minutes. Throws stepUp.required; the web app then asks for it and repeats
 * the call.
 */
export const requireRecentStrongAuth = async (
  ctx: Ctx,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<void> => {
  const [{ provedAt, secondFactor }, strong] = await Promise.all([
    loadProof(ctx.db, sessionId),
    hasSecondFactor(ctx, userId),
  ]);
  const recent = provedAt !== null && ctx.clock.now().getTime() - provedAt.getTime() < PROOF_MS;
  if (!recent || (strong && !secondFactor)) throw new AppError('stepUp.required');
};
