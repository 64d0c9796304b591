// The captcha of a form: requested when the form opens, solved with the provider that the server
// names, renewed when it fails or expires.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { CaptchaAction, TurnstileChallenge } from '@camarim/contract/captcha';
import { MINUTE_MS } from '@camarim/contract/time';
import type { Challenge } from 'altcha-lib';
import { call } from '../../client/api/api.ts';
import { loadPart } from '../../client/load-part.ts';
import { solveProofOfWork } from './proof-of-work.ts';

/** `failed` with `provider`: a third-party service failed, possibly because of a script blocker. */
export type Captcha =
  | { state: 'solving' }
  | { state: 'asking' }
  | { state: 'solved'; token: string }
  | { state: 'failed'; provider?: 'turnstile' };

/** Undefined while the challenge is being solved; null when it failed. */
const tokenOf = (captcha: Captcha): string | null | undefined => {
  if (captcha.state === 'solved') return captcha.token;
  return captcha.state === 'failed' ? null : undefined;
};

/** Lifetime of a proof-of-work solution, after which a new challenge is solved. */
const SOLUTION_MS = 4 * MINUTE_MS;

type SolverContext = {
  action: CaptchaAction;
  box: RefObject<HTMLDivElement | null>;
  controller: AbortController;
  show: (captcha: Captcha) => void;
  expire: () => void;
};

const solveAtTurnstile = async (
  challenge: TurnstileChallenge,
  { action, box, controller: { signal }, show, expire }: SolverContext,
): Promise<void> => {
  const failed = () => show({ state: 'failed', provider: 'turnstile' });
  const { showTurnstile } = await loadPart(() => import('./turnstile.ts'));
  if (signal.aborted || !box.current) return;
  try {
    const remove = await showTurnstile(challenge, action, box.current, {
      onToken: (token) => show({ state: 'solved', token }),
      onQuestion: () => show({ state: 'asking' }),
      onExpired: expire,
      onFailure: failed,
    });
    if (signal.aborted) remove();
    else signal.addEventListener('abort', remove);
  } catch {
    failed();
  }
};

const solve = async (solving: SolverContext): Promise<void> => {
  const { controller, show, expire } = solving;
  const { data } = await call('GET /auth/captcha', { signal: controller.signal });
  if (data['provider'] === 'turnstile')
    return solveAtTurnstile(data as TurnstileChallenge, solving);
  show({
    state: 'solved',
    token: await solveProofOfWork(data as unknown as Challenge, controller),
  });
  const expiry = setTimeout(expire, SOLUTION_MS);
  controller.signal.addEventListener('abort', () => clearTimeout(expiry));
};

export type FormCaptcha = {
  captcha: Captcha;
  /**
   * Sends with the solution, once it is there; sends nothing when the challenge fails. A solution
   * is valid for one attempt: after a refusal, which is thrown, another challenge is solved.
   */
  sendSolved: (send: (recapcha: string) => Promise<void>) => Promise<void>;
  /** Discards the solution and solves another challenge. */
  reset: () => void;
  /** The element in which a provider renders its widget. */
  box: RefObject<HTMLDivElement | null>;
};

/** The challenge is solved while the form is filled in. */
export const useCaptcha = (action: CaptchaAction): FormCaptcha => {
  const [captcha, setCaptcha] = useState<Captcha>({ state: 'solving' });
  const latest = useRef<Captcha>(captcha);
  const waiting = useRef<((token: string | null) => void)[]>([]);
  const [round, setRound] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const reset = useCallback(() => setRound((round) => round + 1), []);

  useEffect(() => {
    const controller = new AbortController();
    const show = (next: Captcha) => {
      if (controller.signal.aborted) return;
      latest.current = next;
      setCaptcha(next);
      const token = tokenOf(next);
      if (token === undefined) return;
      for (const resolve of waiting.current.splice(0)) resolve(token);
    };
    const expire = () => {
      if (!controller.signal.aborted) reset();
    };
    show({ state: 'solving' });
    solve({ action, box, controller, show, expire }).catch(() => show({ state: 'failed' }));
    return () => controller.abort();
  }, [action, round, reset]);

  const solved = (): Promise<string | null> => {
    const token = tokenOf(latest.current);
    if (token !== undefined) return Promise.resolve(token);
    return new Promise((resolve) => waiting.current.push(resolve));
  };
  const sendSolved = async (send: (recapcha: string) => Promise<void>): Promise<void> => {
    const recapcha = await solved();
    if (recapcha === null) return;
    try {
      await send(recapcha);
    } catch (error) {
      reset();
      throw error;
    }
  };

  return { captcha, sendSolved, reset, box };
};
