// The finding rule: the first noun of a route's URL names its contract file, its api folder and its
// web folder. What the specification's addresses force elsewhere is in one table, which is printed
// into ARCHITECTURE.md.
import { codeOf, isCode, isTest } from './source-files.ts';
import type { SourceFile, Violation } from './source-files.ts';

/** One address, with everything under it, that belongs to another feature than its noun says. */
export type Exception = {
  /** The beginning of the addresses, in whole segments; the longest one that fits is used. */
  path: string;
  /** The feature that declares and answers it. */
  home?: string;
  /** The web folder that calls it, where that is not the home's. */
  web?: string;
};

/** `/publics/<noun>` and `/dsb/<noun>` belong to the noun. */
const PREFIXES = ['publics', 'dsb'];

/** What the frame calls (`web/app`, `web/client`: session, log-out) needs no entry. */
const EXCEPTIONS: readonly Exception[] = [
  { path: '/auth/became-producer', home: 'verifications' },
  { path: '/auth/doc-public-upload', home: 'verifications' },
  { path: '/auth/multi-upload', home: 'media' },
  { path: '/auth/private-upload', home: 'media' },
  { path: '/auth/public-upload', home: 'media' },
  { path: '/dsb/age', home: 'verifications' },
  { path: '/dsb/age-settings', home: 'verifications' },
  { path: '/dsb/cash-outs', home: 'funds' },
  { path: '/dsb/debts', home: 'funds' },
  { path: '/dsb/disputes', home: 'funds' },
  { path: '/dsb/fees', home: 'funds' },
  { path: '/dsb/medias', home: 'media' },
  { path: '/dsb/payout-rules', home: 'funds' },
  { path: '/dsb/performers', home: 'verifications' },
  { path: '/dsb/producer', home: 'verifications' },
  { path: '/dsb/review-settings', home: 'reviews' },
  { path: '/dsb/statement-days', home: 'funds' },
  { path: '/dsb/statement-differences', home: 'funds' },
  { path: '/dsb/transactions', home: 'funds' },
  { path: '/funds/spend-limits', home: 'spending', web: 'funds' },
  { path: '/medias', home: 'media' },
  { path: '/performers', home: 'verifications' },
  { path: '/posts/{id}/detail', web: 'verifications' },
  { path: '/profiles/age', home: 'verifications' },
  { path: '/profiles/approve-producer', home: 'verifications' },
  { path: '/profiles/became-producer', home: 'verifications' },
  { path: '/profiles/gallery', home: 'galleries' },
  { path: '/profiles/get-approve', home: 'verifications' },
  { path: '/profiles/help', home: 'help' },
  { path: '/profiles/notes', home: 'notes' },
  { path: '/profiles/notifications', home: 'notifications' },
  { path: '/profiles/policies', home: 'publics' },
  { path: '/profiles/producer', home: 'verifications' },
  { path: '/profiles/sessions', home: 'auth' },
  { path: '/profiles/settings-cam', home: 'lives' },
  { path: '/profiles/welcome', home: 'welcome' },
  { path: '/profiles/{domainname}/posts', home: 'posts' },
  { path: '/profiles/{id}/subscribe', home: 'subscriptions' },
  { path: '/profiles/{profileId}/gallery', home: 'galleries' },
  { path: '/profiles/{profileId}/notes', home: 'notes' },
  { path: '/profiles/{profileId}/renew', home: 'subscriptions' },
  { path: '/publics/age', home: 'verifications' },
  { path: '/publics/faqs', web: 'help' },
  { path: '/publics/performers', home: 'verifications' },
  { path: '/publics/profiles/discount', home: 'subscriptions' },
  { path: '/publics/profiles/{profileId}/gallery', home: 'galleries' },
  { path: '/studio/views', web: 'posts' },
];

const ROUTE = String.raw`'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)'`;
const DECLARED = new RegExp(String.raw`^  ${ROUTE}:`, 'gm');
const ANSWERED = new RegExp(String.raw`${ROUTE}\s*:`, 'g');
const CALLED = new RegExp(ROUTE, 'g');

export type RoutePlaces = {
  route: string;
  contract: string;
  /** Folders of api/features with a handler. */
  api: Set<string>;
  /** Web folders that name the route; empty where its address is put together while running. */
  web: Set<string>;
};

/** Every route of the contract and where it is declared, answered and called. */
export function placesOf(files: SourceFile[]): RoutePlaces[] {
  const code = files.filter((file) => isCode(file) && !isTest(file));
  const found = new Map<string, RoutePlaces>();
  const within = (folder: string) => code.filter(({ path }) => path.startsWith(folder));
  const segment = (path: string, index: number) =>
    (path.split('/')[index] ?? '').replace(/\.ts$/, '');
  for (const file of within('contract/features/'))
    for (const [, route = ''] of codeOf(file).matchAll(DECLARED))
      found.set(route, {
        route,
        contract: segment(file.path, 2),
        api: new Set(),
        web: new Set(),
      });
  for (const file of within('api/features/'))
    for (const [, route = ''] of codeOf(file).matchAll(ANSWERED))
      found.get(route)?.api.add(segment(file.path, 2));
  for (const file of within('web/'))
    for (const [, route = ''] of codeOf(file).matchAll(CALLED))
      found
        .get(route)
        ?.web.add(file.path.startsWith('web/features/') ? segment(file.path, 2) : 'frame');
  return [...found.values()];
}

const pathOf = (route: string): string => route.slice(route.indexOf(' ') + 1);

const covers = ({ path }: Exception, route: string): boolean =>
  pathOf(route) === path || pathOf(route).startsWith(`${path}/`);

/** The noun of an address, as far as there is a feature of this name. */
function nounOf(route: string, features: ReadonlySet<string>): string {
  const [first = '', second = ''] = pathOf(route).slice(1).split('/');
  return PREFIXES.includes(first) && features.has(second) ? second : first;
}

const problemOf = (
  { route, contract, api, web }: RoutePlaces,
  features: ReadonlySet<string>,
  exceptions: readonly Exception[],
): Violation | null => {
  const [exception] = exceptions
    .filter((candidate) => covers(candidate, route))
    .sort((a, b) => b.path.length - a.path.length);
  const home = exception?.home ?? nounOf(route, features);
  const shown = exception?.web ?? home;
  if (contract !== home) return `${route}: declared at contract/features/${contract}, not ${home}`;
  if (api.size !== 1 || !api.has(home))
    return `${route}: answered in api/features/{${[...api].join(',')}}, not ${home}`;
  if (web.size > 0 && !web.has(shown) && !web.has('frame'))
    return `${route}: called from web/{${[...web].join(',')}}, not ${shown}`;
  return null;
};

/** Routes that are elsewhere without an entry in the table. */
export function misplaced(
  places: readonly RoutePlaces[],
  exceptions: readonly Exception[] = EXCEPTIONS,
): Violation[] {
  const features = new Set(places.map(({ contract }) => contract));
  return places.flatMap((place) => problemOf(place, features, exceptions) ?? []);
}

/** Entries without which every route would be in its place as well. */
export function stale(
  places: readonly RoutePlaces[],
  exceptions: readonly Exception[] = EXCEPTIONS,
): Violation[] {
  return exceptions.flatMap((exception): Violation[] => {
    const others = exceptions.filter((other) => other !== exception);
    const covered = places.filter(({ route }) => covers(exception, route));
    const features = new Set(places.map(({ contract }) => contract));
    return covered.some((place) => problemOf(place, features, others))
      ? []
      : [`${exception.path}: the rule holds without this entry; take it out`];
  });
}

/** The table as ARCHITECTURE.md shows it. */
export const exceptionsPage = (): string =>
  [
    '| address and what is under it | contract and api | web |',
    '|---|---|---|',
    ...EXCEPTIONS.map(
      ({ path, home, web }) => `| \`${path}\` | ${home ?? ''} | ${web ?? home ?? ''} |`,
    ),
  ].join('\n');

/** Answers of ARCHITECTURE.md's list "Where is ..." that lead nowhere. */
export function deadAnswers(page: string, files: SourceFile[]): Violation[] {
  const section = /### Where is \.\.\.\n([\s\S]*?)(?=\n#|$)/.exec(page)?.[1] ?? '';
  return [...section.matchAll(/`([^`\s]+\/[^`\s:]*)(?::([^`]+))?`/g)].flatMap(
    ([, path = '', symbol]): Violation[] => {
      const found = files.filter(
        (file) => file.path === path || (path.endsWith('/') && file.path.startsWith(path)),
      );
      if (found.length === 0) return [`${path}: ARCHITECTURE.md says so, and it is not there`];
      return symbol === undefined || found.some(({ text }) => text.includes(symbol))
        ? []
        : [`${path}: ARCHITECTURE.md says that it has ${symbol}`];
    },
  );
}
