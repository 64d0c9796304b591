// Cloudflare Turnstile: the browser solves it at Cloudflare, and each token is verified there once
// (siteverify). Source: developers.cloudflare.com/turnstile, "Server-side validation" and "Test
// your Turnstile implementation".
import { randomUUID } from 'node:crypto';
import type { TurnstileChallenge } from '@camarim/contract/captcha';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../log/log.ts';
import type { Captcha, CaptchaAttempt } from './port.ts';

export type TurnstileOptions = {
  siteKey: string;
  secretKey: string;
  /** Host name of the pages, which tokens have to be made on. */
  hostname: string;
  /** The address of a stand-in for Cloudflare; for development and tests. */
  origin?: string | undefined;
  log: Pick<Logger, 'warn' | 'error'>;
  /** Timeout of each of the two attempts. */
  timeoutMs?: number;
};

const CLOUDFLARE = 'https://challenges.cloudflare.com';
const TRIES = 2;
const TIMEOUT_MS = 4_000;
/** The documented maximum. */
const TOKEN_MAX = 2_048;
const RETRY_AFTER_SECONDS = 30;

/** Cloudflare's public test keys, which accept a well-known token. */
const TEST_KEY = /^[1-3]x0{10,}[A-F]{2}$/;
export const isTurnstileTestKey = (key: string): boolean => TEST_KEY.test(key);

const verdictSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  hostname: z.string().optional(),
  action: z.string().optional(),
});
type Verdict = z.output<typeof verdictSchema>;

/**
 * Codes that are about the visitor's token; all others are about this installation or about
 * Cloudflare.
 */
const ABOUT_TOKEN = new Set([
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
]);

const unavailable = (): AppError =>
  new AppError('auth.captchaUnavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });

export const turnstile = ({
  siteKey,
  secretKey,
  hostname,
  origin = CLOUDFLARE,
  log,
  timeoutMs = TIMEOUT_MS,
}: TurnstileOptions): Captcha => {
  const siteverify = new URL('/turnstile/v0/siteverify', origin);
  // A test key answers for no particular host or action.
  const bound = !isTurnstileTestKey(secretKey);

  /**
   * One attempt; null when it is worth another. What is logged never has the token, the secret or
   * the address.
   */
  const ask = async (form: URLSearchParams): Promise<Verdict | null> => {
    try {
      const response = await fetch(siteverify, {
        method: 'POST',
        body: form,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const verdict = verdictSchema.safeParse(await response.json().catch(() => null)).data;
      if (verdict && !verdict['error-codes'].includes('internal-error')) return verdict;
      log.warn(
        { status: response.status, codes: verdict?.['error-codes'] },
        'Turnstile gave no verdict on a token',
      );
    } catch (error) {
      log.warn(
        { reason: error instanceof Error ? error.name : 'unknown' },
        'Turnstile could not be reached',
      );
    }
    return null;
  };

  const verdictOn = async (token: string, address: string): Promise<Verdict> => {
    // The same key at the second attempt: an answer that got lost does not make the token a spent
    // one.
    const form = new URLSearchParams({
      secret: secretKey,
      response: token,
      remoteip: address,
      idempotency_key: randomUUID(),
    });
    for (let tries = 0; tries < TRIES; tries += 1) {
      const verdict = await ask(form);
      if (verdict) return verdict;
    }
    throw unavailable();
  };

  const spend = async (token: string, { action, address }: CaptchaAttempt): Promise<void> => {
    if (token.length > TOKEN_MAX) throw new AppError('auth.captchaRefused');
    const verdict = await verdictOn(token, address);
    if (verdict.success) {
      if (!bound || (verdict.hostname === hostname && verdict.action === action)) return;
      log.warn(
        { hostname: verdict.hostname, action: verdict.action, expected: { hostname, action } },
        'Turnstile accepted a token that was made for another page',
      );
      throw new AppError('auth.captchaRefused');
    }
    const codes = verdict['error-codes'];
    if (codes.length > 0 && codes.every((code) => ABOUT_TOKEN.has(code)))
      throw new AppError('auth.captchaRefused');
    log.error({ codes }, 'Turnstile refuses this installation: check TURNSTILE_SECRET_KEY');
    throw unavailable();
  };

  const challenge: TurnstileChallenge = {
    provider: 'turnstile',
    siteKey,
    script: new URL('/turnstile/v0/api.js?render=explicit', origin).href,
  };
  return { challenge: async () => challenge, spend, origins: [new URL(origin).origin] };
};
