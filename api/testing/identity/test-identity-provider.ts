// The local identity provider for tests of the server, and a browser's log-in at it.
import { afterFile } from '../after-file.ts';
import {
  type LocalIdentityProvider,
  type IdentityProviderOptions,
  startIdentityProvider,
} from './identity-provider.ts';

export type { LocalIdentityProvider } from './identity-provider.ts';

/** Call it in `beforeAll`; it closes after the file's last test. */
export const openIdentityProvider = async (
  shape: IdentityProviderOptions,
): Promise<LocalIdentityProvider> => {
  const provider = await startIdentityProvider(shape);
  afterFile(provider.close);
  return provider;
};

/**
 * Logs in at the identity provider as a browser would, forms included. Returns the redirect
 * address.
 */
export const logInAtIdentityProvider = async (address: string, resident: string): Promise<URL> => {
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
    if (!prompt)
      throw new Error(`the identity provider answered ${response.status}: ${page.slice(0, 400)}`);
    form = new URLSearchParams(
      prompt === 'login' ? { prompt, login: resident, password: 'any' } : { prompt },
    );
    next = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? next, next);
  }
  throw new Error('the identity provider never redirected the browser back');
};
