// Attempts to prove an age: begins them with a verifier, takes answers from browsers and wallets,
// and gives what remains: a figure of the day, and a proof or the right to contest.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock/port.ts';
import { dayOf } from '../clock/days.ts';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../log/log.ts';
import type { AgeCookies } from './cookies.ts';
import { countAttempt } from './counts.ts';
import {
  type AgeAnswer,
  type AgeGate,
  type AgeMethod,
  type AgeOutcome,
  AgeUnavailable,
  type AgeVerifier,
} from './port.ts';
import type { AgeRule } from './rules.ts';
import {
  claimAttempt,
  insertAttempt,
  isTokenOf,
  newState,
  newToken,
  type OpenAttempt,
  releaseAttempt,
  removeAttempt,
  settleAttempt,
  type AttemptStore,
  attemptOfBrowser,
} from './attempts-store.ts';

export type AttemptParts = AttemptStore & {
  clock: Clock;
  config: Pick<Config, 'publicUrl'>;
  log: Pick<Logger, 'warn'>;
  cookies: AgeCookies;
  settings: AgeGate['settings'];
  verifierOf(id: AgeMethod): AgeVerifier | undefined;
  /** The verifier, when it is usable and the request's place accepts it. */
  offeredVerifier(request: FastifyRequest, id: AgeMethod): Promise<AgeVerifier | null>;
  ruleOf(request: FastifyRequest): Promise<AgeRule>;
  placeOf(request: FastifyRequest): string;
};

type Http = { request: FastifyRequest; reply: FastifyReply };

/** Where providers and wallets send people back to: a page, which brings the answer. */
const BACK_PATH = '/account/age/return';
/** Where wallets post their answers (api/features/verifications/age/answers.ts). */
export const ANSWER_PATH = '/age/answers';

/** The message alone is logged: the rest of such an error may hold codes and tokens. */
const orUnavailable = async <T, F>(
  { log }: Pick<AttemptParts, 'log'>,
  method: AgeMethod,
  ask: () => Promise<T>,
  failed: () => F,
): Promise<T | F> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AgeUnavailable)) throw error;
    log.warn({ method, reason: error.message }, 'an age verifier does not answer');
    return failed();
  }
};

const judge = async (
  parts: AttemptParts,
  { method, secret }: Pick<OpenAttempt, 'method' | 'secret'>,
  answer: AgeAnswer,
): Promise<AgeOutcome | 'pending'> => {
  const verifier = parts.verifierOf(method);
  return verifier
    ? orUnavailable(
        parts,
        method,
        () => verifier.finish(secret, answer),
        () => 'unavailable' as const,
      )
    : 'refused';
};

const count = (
  parts: AttemptParts,
  { method, place }: Pick<OpenAttempt, 'method' | 'place'>,
  outcome: AgeOutcome | 'begun',
): Promise<void> => countAttempt(parts, { day: dayOf(parts.clock.now()), place, method, outcome });

/** Answers when the proof expires; null without one. */
const conclude = async (
  parts: AttemptParts,
  { request, reply }: Http,
  attempt: Pick<OpenAttempt, 'method' | 'place'>,
  outcome: AgeOutcome,
): Promise<Date | null> => {
  await count(parts, attempt, outcome);
  if (outcome === 'under' || outcome === 'refused') await parts.cookies.setRefused(reply);
  if (outcome !== 'over') return null;
  const [{ version }, { proofSeconds }] = await Promise.all([
    parts.settings(),
    parts.ruleOf(request),
  ]);
  const { method } = attempt;
  return parts.cookies.setProof(reply, { method, version, seconds: proofSeconds });
};

/** What came of the answer that a wallet sent beside the browser. */
const answerOfWallet = async (
  parts: AttemptParts,
  { id, device, codeHash, outcome }: OpenAttempt,
  answer: AgeAnswer,
): Promise<AgeOutcome | 'waiting'> => {
  if (outcome === null) return 'waiting';
  // On one device only the browser that the wallet opened has the code, so that the person who
  // answered is the one who sits there.
  if (device === 'same' && !isTokenOf(answer['response_code'], codeHash)) return 'waiting';
  return (await removeAttempt(parts, id)) ? outcome : 'waiting';
};

const answerOfBrowser = async (
  parts: AttemptParts,
  { id }: OpenAttempt,
  answer: AgeAnswer,
): Promise<AgeOutcome | 'waiting'> => {
  const claimed = await claimAttempt(parts, { id }, parts.clock.now());
  if (!claimed) return 'waiting';
  const outcome = await judge(parts, claimed, answer);
  if (outcome === 'pending') {
    await releaseAttempt(parts, id);
    return 'waiting';
  }
  await removeAttempt(parts, id);
  return outcome;
};

const begin =
  (parts: AttemptParts): AgeGate['begin'] =>
  async ({ request, reply }, profileId, { method, device }) => {
    const { config, cookies, clock } = parts;
    const verifier = await parts.offeredVerifier(request, method);
    if (!verifier) throw new AppError('age.methodNotOffered');
    const place = parts.placeOf(request);
    const [cookie, state] = [newToken(), newState()];
    const attempt = {
      backUrl: `${config.publicUrl}${BACK_PATH}`,
      answerUrl: `${config.publicUrl}${ANSWER_PATH}`,
      state,
      device,
      profileId: verifier.needsAccount ? profileId : null,
    };
    const begun = await orUnavailable(
      parts,
      method,
      () => verifier.begin(attempt),
      () => null,
    );
    if (!begun) throw new AppError('age.unavailable');
    const { step, secret } = begun;
    const now = clock.now();
    if (step.kind === 'done') {
      if ((await judge(parts, { method, secret }, {})) !== 'over')
        throw new AppError('age.notProven');
      await count(parts, { method, place }, 'begun');
      const provenUntil = await conclude(parts, { request, reply }, { method, place }, 'over');
      return { step, expiresAt: provenUntil ?? now };
    }
    const seconds = verifier.attemptSeconds(device);
    const expiresAt = new Date(now.getTime() + seconds * 1_000);
    await insertAttempt(parts, { cookie, state, method, place, device, secret, now, expiresAt });
    await count(parts, { method, place }, 'begun');
    cookies.setAttempt(reply, cookie, seconds);
    return { step, expiresAt };
  };

const finish =
  (parts: AttemptParts): AgeGate['finish'] =>
  async (http, answer) => {
    const { cookies, clock } = parts;
    const cookie = cookies.tryOf(http.request);
    const open = cookie === undefined ? null : await attemptOfBrowser(parts, cookie, clock.now());
    if (!open) throw new AppError('age.tryEnded');
    const byWallet = parts.verifierOf(open.method)?.answeredBy === 'wallet';
    const outcome = await (byWallet ? answerOfWallet : answerOfBrowser)(parts, open, answer);
    if (outcome === 'waiting') return { outcome, expiresAt: null };
    cookies.endAttempt(http.reply);
    return { outcome, expiresAt: await conclude(parts, http, open, outcome) };
  };

const receive =
  (parts: AttemptParts): AgeGate['receive'] =>
  async (state, answer) => {
    const { clock, config } = parts;
    const claimed = await claimAttempt(parts, { state }, clock.now());
    if (!claimed || parts.verifierOf(claimed.method)?.answeredBy !== 'wallet') return null;
    const outcome = await judge(parts, claimed, answer);
    const code = newToken();
    await settleAttempt(parts, {
      id: claimed.id,
      outcome: outcome === 'pending' ? 'refused' : outcome,
      code,
    });
    return {
      redirectUrl:
        claimed.device === 'same' ? `${config.publicUrl}${BACK_PATH}#response_code=${code}` : null,
    };
  };

export const createAttempts = (
  parts: AttemptParts,
): Pick<AgeGate, 'begin' | 'finish' | 'receive'> => ({
  begin: begin(parts),
  finish: finish(parts),
  receive: receive(parts),
});
