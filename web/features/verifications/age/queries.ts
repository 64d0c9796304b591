// Attempts to prove one's age: beginning one, bringing its answer, and waiting for that of a
// wallet.
import { queryOptions } from '@tanstack/react-query';
import type { BodyInput } from '@camarim/contract/route';
import type { Routes } from '@camarim/contract';
import { call, type Data } from '../../../client/api/api.ts';

export type AgeAttempt = Data<'POST /publics/age'>;
export type AgeProgress = Data<'POST /publics/age/answer'>;

/** Errors that the page itself shows. */
const HANDLED = [400, 404, 429, 503];
/** How often a page asks whether the wallet has answered. */
const POLL_MS = 2_000;

export const startAttempt = async (
  body: BodyInput<Routes['POST /publics/age']>,
): Promise<AgeAttempt> => (await call('POST /publics/age', { body, handled: HANDLED })).data;

export const bringAnswer = async (answer: Record<string, string>): Promise<AgeProgress> =>
  (await call('POST /publics/age/answer', { body: { answer }, handled: HANDLED })).data;

/** Polls the attempt until it has ended. */
export const progressQuery = (answer: Record<string, string>) =>
  queryOptions({
    queryKey: ['age', 'answer', answer],
    queryFn: () => bringAnswer(answer),
    refetchInterval: ({ state }) =>
      state.error || (state.data && state.data.outcome !== 'waiting') ? false : POLL_MS,
    retry: false,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
