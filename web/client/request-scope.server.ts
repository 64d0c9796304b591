// State of the request that is being rendered; concurrent requests never see each other's.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Data, WireReply, WireRequest } from './api/api.ts';
import type { PageHost } from '@camarim/contract/page-host';
import { type Preferences, readCookie, readPreferences } from './preferences.ts';

export type RequestScope = {
  host: PageHost;
  preferences: Preferences;
  /** The signed-in person; asked for once. */
  user(): Promise<Data<'GET /auth'> | null>;
  api(request: WireRequest): Promise<WireReply>;
  /**
   * Cookies that the API set during the rendering (a renewed session), to be sent with the page.
   */
  setCookies: string[];
};

const scopes = new AsyncLocalStorage<RequestScope>();

export const requestScope = (): RequestScope => {
  const scope = scopes.getStore();
  if (!scope) throw new Error('outside of a request');
  return scope;
};

/** The Cookie header after these Set-Cookie lines. */
const withCookies = (header: string, setCookies: readonly string[]): string => {
  const jar = new Map(
    header
      .split(';')
      .flatMap((pair) =>
        pair.includes('=') ? [[pair.slice(0, pair.indexOf('=')).trim(), pair.trim()] as const] : [],
      ),
  );
  for (const line of setCookies) {
    const pair = line.slice(0, line.includes(';') ? line.indexOf(';') : undefined);
    jar.set(pair.slice(0, pair.indexOf('=')), pair);
  }
  return [...jar.values()].join('; ');
};

export const hasSession = (cookies: string | null): boolean =>
  Boolean(readCookie(cookies, 'token') ?? readCookie(cookies, 'refreshToken'));

export const runInScope = <T>(
  request: Request,
  host: PageHost,
  run: (scope: RequestScope) => Promise<T>,
): Promise<T> => {
  let cookies = request.headers.get('cookie') ?? '';
  const preferences = readPreferences(cookies);
  const setCookies: string[] = [];

  const api = async ({ method, path, headers, body }: WireRequest): Promise<WireReply> => {
    const referral = readCookie(cookies, 'ref');
    const sent = {
      ...headers,
      cookie: cookies,
      'x-origin': 'CAM',
      lang: preferences.locale,
      ...(referral && { 'x-ref': referral }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const reply = await host.api({ method, path, headers: sent, body });
    setCookies.push(...reply.setCookies);
    cookies = withCookies(cookies, reply.setCookies);
    return reply;
  };

  const findUser = async () => {
    if (!hasSession(cookies)) return null;
    const ask = () => api({ method: 'GET', path: '/auth', headers: {} });
    let reply = await ask();
    if (reply.status === 401 && readCookie(cookies, 'refreshToken')) {
      const renewed = await api({
        method: 'POST',
        path: '/auth/refresh-token',
        headers: {},
        body: '{}',
      });
      if (renewed.status === 200) reply = await ask();
    }
    // A session that is over leaves no cookie behind (specification section 4, session start).
    if (reply.status === 401 && hasSession(cookies))
      await api({ method: 'POST', path: '/auth/logout', headers: {} });
    return reply.status === 200 ? (reply.body as { data: Data<'GET /auth'> }).data : null;
  };

  let found: ReturnType<typeof findUser> | undefined;
  const scope: RequestScope = {
    host,
    preferences,
    setCookies,
    api,
    user: () => (found ??= findUser()),
  };
  return scopes.run(scope, () => run(scope));
};
