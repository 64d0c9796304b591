// A real OpenID and OAuth 2 provider in this process: another house, by whose word people log in
// here.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/**
 * What the house knows of its people; the key is their name at its log-in form and their subject.
 */
export type Resident = { name?: string; email?: string; email_verified?: boolean };

export type House = {
  origin: string;
  clientId: string;
  clientSecret: string;
  residents: Map<string, Resident>;
  close(): Promise<void>;
};

export type Shape = {
  /** Any free one unless given. */
  port?: number;
  /** Every page that may be returned to. */
  returnUrls: string[];
  authentication?: 'client_secret_post' | 'client_secret_basic';
  scopes?: string[];
  routes?: { authorization: string; token: string };
  /** Where a house without OpenID tells who the bearer of a token is, and in which words. */
  person?: { path: string; word(resident: Resident & { id: string }): unknown };
};

/** Opens its doors until it is closed. */
export const startHouse = async ({
  port = 0,
  returnUrls,
  authentication = 'client_secret_post',
  scopes = ['openid', 'email', 'profile'],
  routes,
  person,
}: Shape): Promise<House> => {
  const residents = new Map<string, Resident>();
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
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As Google does: the claims are in the identity token itself.
    conformIdTokenClaims: false,
    scopes,
    pkce: { required: () => true },
    cookies: { keys: ['key of the test'] },
    features: { devInteractions: { enabled: true }, userinfo: { enabled: true } },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...residents.get(sub) }),
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
      ctx.body = person.word({ id: token.accountId, ...residents.get(token.accountId) });
    });
  }
  server.on('request', provider.callback());
  const close = () =>
    new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  return { origin, clientId, clientSecret, residents, close };
};
