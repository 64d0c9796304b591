// A real OpenID and OAuth 2 provider in this process, and a browser that logs in there: for tests of logging in by another house.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { afterAll } from 'vitest';

/** What the house knows of its people; the key is their name at its log-in form and their subject. */
export type Resident = { name?: string; email?: string; email_verified?: boolean };

export type House = {
  origin: string;
  clientId: string;
  clientSecret: string;
  residents: Map<string, Resident>;
  close(): Promise<void>;
};

type Shape = {
  /** Every page that may be returned to. */
  returnUrls: string[];
  authentication?: 'client_secret_post' | 'client_secret_basic';
  scopes?: string[];
  routes?: { authorization: string; token: string };
  /** Where a house without OpenID tells who the bearer of a token is, and in which words. */
  person?: { path: string; word(resident: Resident & { id: string }): unknown };
};

/** Call it in `beforeAll`; it closes after the file's last test. */
export const openHouse = async ({ returnUrls, authentication = 'client_secret_post', scopes = ['openid', 'email', 'profile'], routes, person }: Shape): Promise<House> => {
  const residents = new Map<string, Resident>();
  const [clientId, clientSecret] = ['camarim', 'a secret of the test, long enough'];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(origin, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: returnUrls, token_endpoint_auth_method: authentication, application_type: 'native' }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As Google does: the claims are in the identity token itself.
    conformIdTokenClaims: false,
    scopes,
    pkce: { required: () => true },
    cookies: { keys: ['key of the test'] },
    features: { devInteractions: { enabled: true }, userinfo: { enabled: true } },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub, ...residents.get(sub) }) }),
    ...(routes && { routes }),
  });
  if (person) {
    provider.use(async (ctx, next) => {
      if (ctx.path !== person.path) return next();
      const token = await provider.AccessToken.find(ctx.get('authorization').replace(/^Bearer /, ''));
      if (!token) return ctx.throw(401);
      ctx.body = person.word({ id: token.accountId, ...residents.get(token.accountId) });
    });
  }
  server.on('request', provider.callback());
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  afterAll(close);
  return { origin, clientId, clientSecret, residents, close };
};

/** Logs in at the house as a browser would, its forms included, and answers the address it is sent back to. */
export const logInAtHouse = async (address: string, resident: string): Promise<URL> => {
  const jar = new Map<string, string>();
  let next = new URL(address);
  let form: URLSearchParams | null = null;
  for (let steps = 0; steps < 12; steps += 1) {
    const response: Response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const pair = line.split(';')[0] ?? '';
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    form = null;
    if (location) {
      next = new URL(location, next);
      if (next.origin !== new URL(address).origin) return next;
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!prompt) throw new Error(`the house answered ${response.status}: ${page.slice(0, 400)}`);
    form = new URLSearchParams(prompt === 'login' ? { prompt, login: resident, password: 'any' } : { prompt });
    next = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? next, next);
  }
  throw new Error('the house never sent the browser back');
};
