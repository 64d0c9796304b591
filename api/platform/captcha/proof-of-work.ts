// Proof-of-work captcha: a signed challenge that costs a browser a moment of computing, good for
// one attempt and a few minutes.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { installationSecret } from '../installation/secret.ts';
import { limitAddress } from '../limits/address.ts';
import type { LimitRule } from '../limits/port.ts';
import type { Platform } from '../platform.ts';
import type { Captcha } from './port.ts';

export const CAPTCHA_SECONDS = 600;

/** Rounds of one attempt: about 0.2 ms in a browser, and little less in a specialised program. */
const ALGORITHM = 'PBKDF2/SHA-256';
const ROUNDS_PER_ATTEMPT = 1_000;

/**
 * The difficulty as a multiple, by the number of recent challenges; `beyond` is the multiple above
 * the last step.
 */
type DifficultyScale = { steps: readonly (LimitRule & { factor: number })[]; beyond: number };
/** For one address. Many people may share an address, so it starts late and stays moderate. */
const ADDRESS_SCALE: DifficultyScale = {
  steps: [
    { factor: 1, limit: 20, windowSeconds: 600 },
    { factor: 4, limit: 40, windowSeconds: 600 },
  ],
  beyond: 16,
};
/** For all addresses together: an attack from many addresses raises it for all. */
const GLOBAL_SCALE: DifficultyScale = {
  steps: [
    { factor: 1, limit: 600, windowSeconds: 60 },
    { factor: 2, limit: 1_200, windowSeconds: 60 },
  ],
  beyond: 4,
};

type CaptchaContext = Pick<Platform, 'db' | 'clock' | 'limits' | 'strictLimits'> & {
  config: Pick<Platform['config'], 'CAPTCHA_COST'>;
};

const secretsOf = async ({ db }: CaptchaContext) => {
  const [signature, solution] = await Promise.all([
    installationSecret(db, 'captcha.signature'),
    installationSecret(db, 'captcha.solution'),
  ]);
  return {
    hmacSignatureSecret: signature.toString('hex'),
    hmacKeySignatureSecret: solution.toString('hex'),
  };
};

const difficultyFactor = async (
  { limits }: CaptchaContext,
  key: string,
  { steps, beyond }: DifficultyScale,
): Promise<number> => {
  for (const { factor, ...rule } of steps)
    if ((await limits.take(`captcha.load|${key}|${factor}`, rule)).allowed) return factor;
  return beyond;
};

/**
 * A new challenge. Its solution is a number up to CAPTCHA_COST that is found only by trying, and
 * checked by one HMAC. Under attack the number grows for the attacking address and, less, for all
 * addresses; checking stays cheap.
 */
const issueChallenge = async (
  platform: CaptchaContext,
  address: string,
): Promise<Record<string, unknown>> => {
  const factors = await Promise.all([
    difficultyFactor(platform, limitAddress(address), ADDRESS_SCALE),
    difficultyFactor(platform, '', GLOBAL_SCALE),
  ]);
  const most = Math.max(
    1,
    factors.reduce((product, factor) => product * factor, platform.config.CAPTCHA_COST),
  );
  const challenge = await createChallenge({
    algorithm: ALGORITHM,
    cost: ROUNDS_PER_ATTEMPT,
    // At least half of the range, so that no solver succeeds by luck at the first attempt.
    counter: randomInt(Math.ceil(most / 2), most + 1),
    deriveKey,
    // Part of the signed data, because the library compares its own `expiresAt` with the machine's
    // clock.
    data: { expiresSeconds: Math.floor(platform.clock.now().getTime() / 1_000) + CAPTCHA_SECONDS },
    ...(await secretsOf(platform)),
  });
  return { ...challenge };
};

/** `derivedKey` is what only trying finds; the rest of the parameters belongs to the library. */
const solved = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      nonce: z.string(),
      keySignature: z.string(),
      data: z.object({ expiresSeconds: z.int() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ derivedKey: z.string().regex(/^(?:[0-9a-f]{2})+$/) }),
});

const read = (payload: string): z.infer<typeof solved> | null => {
  try {
    return (
      solved.safeParse(JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))).data ?? null
    );
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/**
 * What the library signs: JSON with its keys in order, because a browser may send them back in
 * another.
 */
const canonical = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, inner]) => [name, canonical(inner)]),
      )
    : value;

/**
 * The library's check waits for the thread pool four times, where a flood of log-ins hashes its
 * passwords.
 */
const isSigned = (data: string | Buffer, secret: string, signature: string): boolean => {
  const [wanted, given] = [createHmac('sha256', secret).update(data).digest('hex'), signature].map(
    (text) => Buffer.from(text),
  ) as [Buffer, Buffer];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
};

/**
 * Spends a solved challenge (base64 of `{ challenge, solution }`); throws auth.captchaRefused when
 * forged, unsolved, too late or spent.
 */
const spendChallenge = async (platform: CaptchaContext, payload: string): Promise<void> => {
  const given = read(payload);
  if (!given) throw new AppError('auth.captchaRefused');
  const { parameters, signature } = given.challenge;
  const { hmacSignatureSecret, hmacKeySignatureSecret } = await secretsOf(platform);
  const ours = isSigned(JSON.stringify(canonical(parameters)), hmacSignatureSecret, signature);
  const done = isSigned(
    Buffer.from(given.solution.derivedKey, 'hex'),
    hmacKeySignatureSecret,
    parameters.keySignature,
  );
  if (!ours || !done || parameters.data.expiresSeconds * 1_000 <= platform.clock.now().getTime())
    throw new AppError('auth.captchaRefused');
  // One take in the whole life of the challenge, shared by all processes.
  const { allowed } = await platform.strictLimits.take(`captcha|${parameters.nonce}`, {
    limit: 1,
    windowSeconds: CAPTCHA_SECONDS,
  });
  if (!allowed) throw new AppError('auth.captchaRefused');
};

/**
 * The captcha without an external service: nothing is requested or loaded from another origin.
 */
export const proofOfWork = (platform: CaptchaContext): Captcha => ({
  challenge: (address) => issueChallenge(platform, address),
  spend: (solution) => spendChallenge(platform, solution),
  origins: [],
});
