// Social log-in: redirecting to the identity provider, finishing its callback, registration, and
// linked identities.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { withStepUp } from '../second-factor/queries.ts';

export type LinkedIdentity = Data<'GET /auth/identities'>['linked'][number];
export type Provider = LinkedIdentity['provider'];

/** Brand names of the identity providers. */
export const PROVIDER_TITLES: Record<Provider, string> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'X',
};

/** `data` of the error `identity.registrationNeeded`. */
export type RegistrationOffer = {
  ticket: string;
  name: string;
  email: string | null;
  emailVerified: boolean;
  addressHeld: boolean;
};

/**
 * Query parameters with which the identity provider redirects back (OAuth 2 authorization
 * response).
 */
export type ProviderCallback = { code: string; state: string; iss?: string };

/** Errors that the calling component shows. */
const HANDLED = [400, 401, 403, 404, 409, 429, 503];

/** Redirects to the identity provider. The promise resolves when the navigation starts. */
export const startSocialLogIn = async (provider: Provider, link = false): Promise<void> => {
  const ask = () =>
    call(`GET /auth/${provider}`, { query: { link: String(link) as never }, handled: HANDLED });
  const { data } = await (link ? withStepUp(ask) : ask());
  window.location.assign(data.url);
};

export const finishSocialLogIn = async (provider: Provider, body: ProviderCallback) =>
  (await call(`POST /auth/${provider}`, { body, handled: HANDLED })).data;

export const registerByIdentity = async (body: {
  ticket: string;
  username: string;
  name: string;
  email?: string;
}) => (await call('POST /auth/identities', { body, handled: HANDLED })).data;

const IDENTITIES_KEY = ['auth', 'identities'] as const;

export const identitiesQuery = () =>
  queryOptions({
    queryKey: IDENTITIES_KEY,
    queryFn: async ({ signal }) => (await call('GET /auth/identities', { signal })).data,
  });

export const useUnlink = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (provider: Provider) =>
      withStepUp(() =>
        call('DELETE /auth/identities/{provider}', { params: { provider }, handled: [403, 404] }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: IDENTITIES_KEY }),
  });
};
