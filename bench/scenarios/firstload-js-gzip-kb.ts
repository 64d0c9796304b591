// How much JavaScript a visitor's first page brings: every script and preload of `/` and of a
// profile, as sent with gzip; and how much the first sign of use brings after it.
import { type Figure, figureOf } from '../figure.ts';
import { type Stage, onStage } from '../stage.ts';

const SCRIPT =
  /(?:src|href)="(\/[^"]+\.js)"|import\("?(\/assets\/[^")]+\.js)"?\)|from\s*"(\/assets\/[^"]+\.js)"|import\s+"(\/assets\/[^"]+\.js)"/g;

/**
 * Scripts that a document or a script names to be loaded at once; dynamic imports wait for a user
 * to ask.
 */
const named = (text: string): string[] =>
  [...text.matchAll(SCRIPT)].flatMap(([, ...paths]) =>
    paths.filter((path): path is string => path !== undefined),
  );

const STATIC_IMPORT = /(?:from|import)\s*"(\.\/[^"]+\.js)"/g;

/** The module that waits for a sign of use, and the starter after it that names its preloads. */
const LATE = /<script[^>]* data-hydrates="on-intent">[^]*?<\/script><script[^>]*>[^]*?<\/script>/;

type Collect = 'at once' | 'from the first sign of use on';

const collect = async (base: string, page: string, when: Collect): Promise<Map<string, number>> => {
  const sizes = new Map<string, number>();
  const document = await fetch(base + page);
  if (!document.ok) throw new Error(`${page}: status ${document.status}`);
  const html = await document.text();
  const late = LATE.exec(html)?.[0];
  if (late === undefined) throw new Error(`${page}: no module waits for a sign of use`);
  const waiting = named(when === 'at once' ? html.replace(late, '') : late);
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (sizes.has(path)) continue;
    const source = await (
      await fetch(base + path, { headers: { 'accept-encoding': 'identity' } })
    ).text();
    // The smallest are sent as they are: gzip would make them longer.
    const sent = await fetch(base + path, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'gzip' },
    });
    sizes.set(path, Number(sent.headers.get('content-length')));
    waiting.push(
      ...[...source.matchAll(STATIC_IMPORT)].map(
        ([, name = '']) => new URL(name, base + path).pathname,
      ),
    );
  }
  return sizes;
};

const measure = async ({ port, producers }: Stage): Promise<Figure[]> => {
  const [producer] = producers;
  if (!producer) throw new Error('the stage has no producer');
  const pages = [
    ['firstload-js-gzip-kb', '/', 'at once'],
    ['firstload-profile-js-gzip-kb', `/${producer.domainName}`, 'at once'],
    ['intent-js-gzip-kb', '/', 'from the first sign of use on'],
    ['intent-profile-js-gzip-kb', `/${producer.domainName}`, 'from the first sign of use on'],
  ] as const;
  return Promise.all(
    pages.map(async ([name, page, when]) => {
      const sizes = await collect(`http://127.0.0.1:${port}`, page, when);
      const kilobytes = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) / 1_000;
      return figureOf(
        name,
        'kB',
        [kilobytes],
        `${sizes.size} scripts that ${page} loads ${when}, with what they import at once; content-length with accept-encoding: gzip`,
      );
    }),
  );
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: 1, producers: 1, balance: 0, pages: true }, measure);
