// A local identity provider (OpenID Connect and OAuth 2) in this process, for tests of social
// log-in.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/**
 * An account at the identity provider. Its key in `accounts` is the name at the log-in form and the
 * subject.
 */
export type IdentityAccount = {
  name?: string;
  email?: string;
  email_verified?: boolean;
  /** What a provider of ages says; not always a boolean. */
  age_over_18?: unknown;
};

export type LocalIdentityProvider = {
  origin: string;
  clientId: string;
  clientSecret: string;
  accounts: Map<string, IdentityAccount>;
  close(): Promise<void>;
};

export type IdentityProviderOptions = {
  /** Default: any free port. */
  port?: number;
  /** All redirect URIs that the client may use. */
  returnUrls: string[];
  authentication?: 'client_secret_post' | 'client_secret_basic';
  scopes?: string[];
  routes?: { authorization: string; token: string };
  /** The user info address of a provider without OpenID, and the shape of its reply. */
  person?: { path: string; word(resident: IdentityAccount & { id: string }): unknown };
};

/** Listens until `close` is called. */
export const startIdentityProvider = async ({
  port = 0,
  returnUrls,
  authentication = 'client_secret_post',
  scopes = ['openid', 'email', 'profile'],
  routes,
  person,
}: IdentityProviderOptions): Promise<LocalIdentityProvider> => {
  const accounts = new Map<string, IdentityAccount>();
  const [clientId, clientSecret] = ['camarim', 'a secret of the test, long enough'];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: returnUrls,
        token_endpoint_auth_method: authentication,
        application_type: 'native',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      'age_over:18': ['age_over_18'],
    },
    // As Google does: the claims are in the identity token itself.
    conformIdTokenClaims: false,
    scopes,
    pkce: { required: () => true },
    cookies: { keys: ['key of the test'] },
    features: { devInteractions: { enabled: true }, userinfo: { enabled: true } },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...accounts.get(sub) }),
    }),
    ...(routes && { routes }),
  });
  if (person) {
    provider.use(async (ctx, next) => {
      if (ctx.path !== person.path) return next();
      const token = await provider.AccessToken.find(
        ctx.get('authorization').replace(/^Bearer /, ''),
      );
      if (!token) return ctx.throw(401);
      ctx.body = person.word({ id: token.accountId, ...accounts.get(token.accountId) });
    });
  }
  server.on('request', provider.callback());
  const close = () =>
    new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  return { origin, clientId, clientSecret, accounts, close };
};
