// The proof-of-work captcha, solved in workers.
import type { Challenge } from 'altcha-lib';
import { loadPart } from '../../client/load-part.ts';

/** One core is left for the page; small devices have few. */
const WORKERS_MAX = 4;

const makeWorker = (): Worker =>
  new Worker(new URL('./captcha.worker.ts', import.meta.url), { type: 'module' });

/** Returns the challenge with its solution in the API's format. Rejects when it can't be solved. */
export const solveProofOfWork = async (
  challenge: Challenge,
  controller: AbortController,
): Promise<string> => {
  const { solveChallengeWorkers } = await loadPart(() => import('altcha-lib'));
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(WORKERS_MAX, navigator.hardwareConcurrency),
    controller,
    createWorker: makeWorker,
  });
  if (!solution) throw new Error('the challenge was not solved');
  return btoa(JSON.stringify({ challenge, solution }));
};
