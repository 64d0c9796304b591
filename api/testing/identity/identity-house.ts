// A house of another kind for tests of the server, and a browser that logs in there.
import { afterFile } from '../after-file.ts';
import { type House, type Shape, startHouse } from './house.ts';

export type { House } from './house.ts';

/** Call it in `beforeAll`; it closes after the file's last test. */
export const openHouse = async (shape: Shape): Promise<House> => {
  const house = await startHouse(shape);
  afterFile(house.close);
  return house;
};

/**
 * Logs in at the house as a browser would, its forms included, and answers the address it is sent
 * back to.
 */
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
    form = new URLSearchParams(
      prompt === 'login' ? { prompt, login: resident, password: 'any' } : { prompt },
    );
    next = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? next, next);
  }
  throw new Error('the house never sent the browser back');
};
