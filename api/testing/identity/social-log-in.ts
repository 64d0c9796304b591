// Social log-in through the whole application with two local identity providers, for tests.
import type { ProfileId } from '@camarim/contract/ids';
import { type ApiClient, createApiClient, solveCaptcha } from '../../api-client.ts';
import { TEST_PASSWORD, testApp } from '../app.ts';
import { logInAtIdentityProvider, openIdentityProvider } from './test-identity-provider.ts';

const PUBLIC_URL = 'http://localhost:4999';

type Answer = { code: string; state: string; iss?: string };
const answerOf = ({ searchParams }: URL): Answer => ({
  code: searchParams.get('code') ?? '',
  state: searchParams.get('state') ?? '',
  ...(searchParams.get('iss') && { iss: searchParams.get('iss') as string }),
});
export const cookieOf = (headers: Record<string, unknown>, name: string): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((line) => line.startsWith(`${name}=`)) ?? '';

export const outcome = ({ status, reply }: { status: number; reply: { code?: string } }) => [
  status,
  reply.code,
];
export const offerOf = ({ reply }: { reply: { data: unknown } }) =>
  reply.data as {
    ticket: string;
    name: string;
    email: string | null;
    emailVerified: boolean;
    addressHeld: boolean;
  };
export const verified = (email: string) => ({ name: 'Pessoa Real', email, email_verified: true });

/** Boots the application with Google and X; call it in `beforeAll`. */
export const openSocialLogIn = async () => {
  const google = await openIdentityProvider({ returnUrls: [`${PUBLIC_URL}/account/google`] });
  const x = await openIdentityProvider({
    returnUrls: [`${PUBLIC_URL}/account/twitter`],
    authentication: 'client_secret_basic',
    scopes: ['users.read', 'tweet.read'],
    routes: { authorization: '/i/oauth2/authorize', token: '/2/oauth2/token' },
    person: { path: '/2/users/me', word: ({ id, name }) => ({ data: { id, name } }) },
  });
  const app = await testApp({
    settings: {
      CAMARIM_PUBLIC_URL: PUBLIC_URL,
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER: google.origin,
      TWITTER_CLIENT_ID: x.clientId,
      TWITTER_CLIENT_SECRET: x.clientSecret,
      TWITTER_ORIGIN: x.origin,
    },
  });

  /**
   * Starts a log-in in one browser, logs in at the provider as `resident`, and stops before the
   * callback.
   */
  const startLogIn = async (
    provider: 'google' | 'twitter',
    resident: string,
    as: ApiClient = app.visitor,
    link = false,
  ) => {
    const { reply, headers } = await as.ask(`GET /auth/${provider}`, {
      query: { link: String(link) },
    });
    const cookie = cookieOf(headers, 'handshake').split(';')[0] ?? '';
    return { answer: answerOf(await logInAtIdentityProvider(reply.data.url, resident)), cookie };
  };
  const handleCallback = (
    provider: 'google' | 'twitter',
    { answer, cookie }: { answer: Answer; cookie: string },
    as: ApiClient = app.visitor,
  ) => as.ask(`POST /auth/${provider}`, { body: answer, headers: { cookie } });
  const visit = async (
    provider: 'google' | 'twitter',
    resident: string,
    as?: ApiClient,
    link = false,
  ) => handleCallback(provider, await startLogIn(provider, resident, as, link), as);

  const personBehind = ({
    reply: { data },
  }: {
    reply: {
      data: {
        token: string | null;
        refreshToken: string | null;
        user: { profile: { id: ProfileId; domainName: string } };
      };
    };
  }): ApiClient =>
    createApiClient(app.server, {
      token: data.token,
      refreshToken: data.refreshToken,
      profileId: data.user.profile.id,
      domainName: data.user.profile.domainName,
    });
  const register = async (
    response: { reply: { data: unknown } },
    username: string,
    email?: string,
  ) =>
    app.visitor.ask('POST /auth/identities', {
      body: { ticket: offerOf(response).ticket, username, name: 'Nome', ...(email && { email }) },
    });
  const logIn = async (username: string) =>
    app.visitor.ask('POST /auth', {
      body: { username, password: TEST_PASSWORD, recapcha: await solveCaptcha(app.visitor) },
    });
  const confirm = (email: string) =>
    app.ctx.pool.query('UPDATE users SET email_confirmed_at = created_at WHERE email = $1', [
      email,
    ]);
  const emails = async (to: string) => {
    await app.runJobs();
    return ((await app.ctx.mail.inbox?.list(100)) ?? []).filter((email) => email.to === to);
  };
  return {
    app,
    google,
    x,
    startLogIn,
    handleCallback,
    visit,
    personBehind,
    register,
    logIn,
    confirm,
    emails,
  };
};

export type SocialLogIn = Awaited<ReturnType<typeof openSocialLogIn>>;
