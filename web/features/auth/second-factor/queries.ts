// Second factors: keys, hooks, and the step-up wrapper for calls that need a fresh proof.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { ApiError } from '../../../client/api/errors.ts';
import { openDialog } from '../../../client/dialogs.ts';
import { loadPart } from '../../../client/load-part.ts';

export type Factors = Data<'GET /auth/second-factor'>;
export type Ceremony = Data<'POST /auth/passkeys/options'>;
export type PasskeyAnswer = { ticket: string; answer: { id: string; response: object } };
export type SecondFactorProof = { code?: string; passkey?: PasskeyAnswer };

/** `data` of the error `auth.secondFactorRequired`. */
export type SecondStepOffer = {
  ticket: string;
  methods: readonly ('password' | 'code' | 'passkey' | 'setPassword')[];
  passkey: Ceremony | null;
};

/** The person closed the step-up dialog. */
export class StepUpCancelled extends Error {
  override readonly name = 'NotProved';
}

/**
 * Makes the call; on `stepUp.required` opens the step-up dialog and repeats the call. Rejects with
 * StepUpCancelled.
 */
export const withStepUp = async <T>(attempt: () => Promise<T>): Promise<T> => {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'stepUp.required') throw error;
  }
  await new Promise<void>((resolve, reject) =>
    openDialog('stepUp', { onProved: resolve, onGivenUp: () => reject(new StepUpCancelled()) }),
  );
  return attempt();
};

const FACTORS_KEY = ['auth', 'factors'] as const;

export const factorsQuery = () =>
  queryOptions({
    queryKey: FACTORS_KEY,
    queryFn: async ({ signal }) => (await call('GET /auth/second-factor', { signal })).data,
  });

/**
 * Answers a passkey challenge with the browser's authenticator. The library is loaded on first use.
 */
export const answerCeremony = async ({ ticket, options }: Ceremony): Promise<PasskeyAnswer> => {
  const { startAuthentication } = await loadPart(() => import('@simplewebauthn/browser'));
  return { ticket, answer: await startAuthentication({ optionsJSON: options as never }) };
};

const createPasskey = async (name: string) => {
  const { startRegistration } = await loadPart(() => import('@simplewebauthn/browser'));
  const { data } = await withStepUp(() => call('POST /auth/passkeys/options', { handled: [403] }));
  const passkey = await startRegistration({ optionsJSON: data.options as never });
  return call('POST /auth/passkeys', {
    body: { ticket: data.ticket, passkey: passkey as never, name },
  });
};

export const finishLogIn = (body: { ticket: string } & SecondFactorProof) =>
  call('POST /auth/second-factor', { body: body as never, handled: [400, 401, 429] });
export const offerStepUp = async () => (await call('POST /auth/step-up/options', {})).data;
export const stepUp = (body: { password?: string } & SecondFactorProof) =>
  call('POST /auth/step-up', { body: body as never, handled: [400] });

export const startTotpSetup = async () =>
  (await withStepUp(() => call('POST /auth/second-factor/totp', { handled: [403] }))).data;

/** Mutations of second factors; each refreshes the list of factors. */
export const useFactorChanges = () => {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: FACTORS_KEY });
  return {
    confirmTotp: useMutation({
      mutationFn: async (code: string) =>
        (await call('PUT /auth/second-factor/totp', { body: { code }, handled: [400] })).data.codes,
      onSettled,
    }),
    removeTotp: useMutation({
      mutationFn: () =>
        withStepUp(() => call('DELETE /auth/second-factor/totp', { handled: [403] })),
      onSettled,
    }),
    renewCodes: useMutation({
      mutationFn: async () =>
        (
          await withStepUp(() =>
            call('POST /auth/second-factor/recovery-codes', { handled: [403] }),
          )
        ).data.codes,
      onSettled,
    }),
    addPasskey: useMutation({ mutationFn: createPasskey, onSettled }),
    removePasskey: useMutation({
      mutationFn: (id: string) =>
        withStepUp(() => call('DELETE /auth/passkeys/{id}', { params: { id }, handled: [403] })),
      onSettled,
    }),
  };
};
