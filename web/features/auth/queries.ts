// The account and its sessions: calls, queries, and the reload that starts a session.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { preferenceCookie } from '../../client/preferences.ts';
import { afterLogIn } from '../../client/session/return-address.ts';
import { recordLogIn } from '../../client/third-parties/page-views.ts';

/** Errors that the dialogs themselves show. */
const HANDLED = [400, 401, 409, 429];

export const logIn = (credentials: { username: string; password: string; recapcha: string }) =>
  call('POST /auth', { body: credentials, handled: HANDLED });

export const register = (account: {
  username: string;
  email: string;
  password: string;
  name: string;
  recapcha: string;
}) => call('POST /auth/register', { body: account, handled: HANDLED });

/**
 * Starts the session that the server's cookies established: takes over the profile's language and
 * reloads at `path`, by default at the page that the person asked for.
 */
export const enterSession = (
  { user }: Pick<Data<'POST /auth'>, 'user'>,
  path: string = afterLogIn(window.location),
): void => {
  recordLogIn();
  const { defaultLanguage } = user.profile;
  if (defaultLanguage)
    document.cookie = preferenceCookie(
      'locale',
      defaultLanguage,
      window.location.protocol === 'https:',
    );
  window.location.replace(path);
};

/**
 * The token of an email's link. It is in the fragment after `#`, which browsers send to no server
 * and in no referrer.
 */
export const linkToken = (): string => window.location.hash.slice(1) || '-';

export const requestPasswordReset = (body: { email: string; recapcha: string }) =>
  call('POST /auth/forget', { body, handled: HANDLED });
export const resetPassword = (body: { token: string; password: string }) =>
  call('POST /auth/reset', { body, handled: HANDLED });
export const confirmEmail = (token: string) =>
  call('POST /auth/confirm-email', { body: { token }, handled: HANDLED });
export const sendConfirmation = () => call('POST /auth/confirm-email/send', {});
export const changePassword = (body: { password: string; newPassword: string }) =>
  call('PUT /auth/password', { body, handled: [400] });
export const changeEmail = (body: { email: string; password?: string }) =>
  call('PUT /auth/email', { body, handled: [400, 403] });

export type OpenSession = Data<'GET /profiles/sessions'>[number];

const SESSIONS_KEY = ['auth', 'sessions'] as const;

export const sessionsQuery = () =>
  queryOptions({
    queryKey: SESSIONS_KEY,
    queryFn: async ({ signal }) =>
      (await call('GET /profiles/sessions', { query: {}, signal })).data,
  });

export const useEndSessions = () => {
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: SESSIONS_KEY });
  return {
    // 404: the session has ended already, which is the wanted result.
    end: useMutation({
      mutationFn: (id: string) =>
        call('DELETE /profiles/sessions/{id}', {
          params: { id: id as OpenSession['id'] },
          handled: [404],
        }),
      onSettled: renew,
    }),
    endOthers: useMutation({
      mutationFn: () => call('DELETE /profiles/sessions', {}),
      onSettled: renew,
    }),
  };
};

export const requestAccountRemoval = () => call('POST /auth/remove', { handled: [403, 409] });
export type RemovalTerms = Data<'POST /auth/remove-terms'>;

/** What account removal costs the owner of the token; never cached. */
export const removalTermsQuery = (token: string) =>
  queryOptions({
    queryKey: ['auth', 'removal', token],
    gcTime: 0,
    retry: false,
    queryFn: async () =>
      (await call('POST /auth/remove-terms', { body: { token }, handled: HANDLED })).data,
  });
export const confirmRemoval = (body: {
  email: string;
  password?: string;
  waive: number;
  token: string;
}) => call('POST /auth/remove-confirm', { body, handled: HANDLED });
