// The proof-of-work captcha: asked for, solved in the background, made anew when it fails or gets old.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Challenge } from 'altcha-lib';
import { call } from '../../shell/api/api.ts';
import { loadPart } from '../../shell/errors/load-part.ts';

export type Captcha = { state: 'solving' } | { state: 'solved'; token: string } | { state: 'failed' };

/** A solution is used within this time, or solved again. */
const SOLUTION_MS = 4 * 60_000;

/** Small devices have few cores to spare, and the page needs one. */
const WORKERS_MAX = 4;

const makeWorker = (): Worker => new Worker(new URL('./captcha.worker.ts', import.meta.url), { type: 'module' });

/** A solved challenge as the API reads it. Rejects when it can't be had or solved. */
const solve = async (controller: AbortController): Promise<string> => {
  const [{ solveChallengeWorkers }, { data }] = await Promise.all([loadPart(() => import('altcha-lib')), call('GET /auth/captcha', { signal: controller.signal })]);
  const challenge = data as unknown as Challenge;
  const solution = await solveChallengeWorkers({ challenge, concurrency: Math.min(WORKERS_MAX, navigator.hardwareConcurrency), controller, createWorker: makeWorker });
  if (!solution) throw new Error('the challenge was not solved');
  return btoa(JSON.stringify({ challenge, solution }));
};

/** `reset` throws the token away and solves another. */
export const useCaptcha = (): { captcha: Captcha; reset: () => void } => {
  const [captcha, setCaptcha] = useState<Captcha>({ state: 'solving' });
  const [round, setRound] = useState(0);
  const expiry = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reset = useCallback(() => setRound((held) => held + 1), []);

  useEffect(() => {
    const controller = new AbortController();
    setCaptcha({ state: 'solving' });
    solve(controller).then(
      (token) => {
        setCaptcha({ state: 'solved', token });
        expiry.current = setTimeout(reset, SOLUTION_MS);
      },
      () => {
        if (!controller.signal.aborted) setCaptcha({ state: 'failed' });
      },
    );
    return () => {
      clearTimeout(expiry.current);
      controller.abort();
    };
  }, [round, reset]);

  return { captcha, reset };
};
