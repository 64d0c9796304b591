// Second factors: keys, hooks, and the way around a call that wants a fresh proof.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../shell/api/api.ts';
import { ApiError } from '../../../shell/api/errors.ts';
import { openDialog } from '../../../shell/dialogs.ts';
import { loadPart } from '../../../shell/errors/load-part.ts';

export type Factors = Data<'GET /auth/second-factor'>;
export type Ceremony = Data<'POST /auth/passkeys/options'>;
export type PasskeyAnswer = { ticket: string; answer: { id: string; response: object } };
export type SecondFactorProof = { code?: string; passkey?: PasskeyAnswer };

/** What `auth.secondFactorRequired` brings. */
export type SecondStepOffer = {
  ticket: string;
  methods: readonly ('password' | 'code' | 'passkey' | 'setPassword')[];
  passkey: Ceremony | null;
};

/** The person closed the dialog that asks for a proof. */
export class StepUpCancelled extends Error {
  override readonly name = 'NotProved';
}

/** Makes the call; when it wants a fresh proof, asks for one and makes it again. */
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

/** Asks the browser's authenticator to prove. Its library is loaded when it is first needed. */
export const answerCeremony = async ({ ticket, options }: Ceremony): Promise<PasskeyAnswer> => {
  const { startAuthentication } = await loadPart(() => import('@simplewebauthn/browser'));
  return { ticket, answer: await startAuthentication({ optionsJSON: options as never }) };
};

const createPasskey = async (name: string) => {
  const { startRegistration } = await loadPart(() => import('@simplewebauthn/browser'));
  const { data } = await withStepUp(() => call('POST /auth/passkeys/options', { own: [403] }));
  const passkey = await startRegistration({ optionsJSON: data.options as never });
  return call('POST /auth/passkeys', {
    body: { ticket: data.ticket, passkey: passkey as never, name },
  });
};

export const finishLogIn = (body: { ticket: string } & SecondFactorProof) =>
  call('POST /auth/second-factor', { body: body as never, own: [400, 401, 429] });
export const offerStepUp = async () => (await call('POST /auth/step-up/options', {})).data;
export const stepUp = (body: { password?: string } & SecondFactorProof) =>
  call('POST /auth/step-up', { body: body as never, own: [400] });

export const startTotpSetup = async () =>
  (await withStepUp(() => call('POST /auth/second-factor/totp', { own: [403] }))).data;

/** Changes that end with what the person has now. */
export const useFactorChanges = () => {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: FACTORS_KEY });
  return {
    confirmTotp: useMutation({
      mutationFn: async (code: string) =>
        (await call('PUT /auth/second-factor/totp', { body: { code }, own: [400] })).data.codes,
      onSettled,
    }),
    removeTotp: useMutation({
      mutationFn: () => withStepUp(() => call('DELETE /auth/second-factor/totp', { own: [403] })),
      onSettled,
    }),
    renewCodes: useMutation({
      mutationFn: async () =>
        (await withStepUp(() => call('POST /auth/second-factor/recovery-codes', { own: [403] })))
          .data.codes,
      onSettled,
    }),
    addPasskey: useMutation({ mutationFn: createPasskey, onSettled }),
    removePasskey: useMutation({
      mutationFn: (id: string) =>
        withStepUp(() => call('DELETE /auth/passkeys/{id}', { params: { id }, own: [403] })),
      onSettled,
    }),
  };
};
