// Reserved domain names: a profile's page is at /{domainName}, beside every other path of the site.
import { routes } from '@camarim/contract';

/** First path segments of the pages. Source: specification section 2. */
const PAGES = [
  'bank',
  'chats',
  'earnings',
  'help',
  'live',
  'options',
  'posts',
  'wallet',
  'account',
  'settings',
  'dsb',
  'index',
  'home',
  'performer',
];

/** Paths that the server answers besides pages: API, socket, probes, files. */
const SERVER_PATHS = [
  'api',
  'realtime',
  'healthz',
  'readyz',
  'media',
  'blobs',
  'assets',
  'uploads',
  'files',
  'static',
  'public',
  'private',
  'fonts',
  'locales',
  'webhooks',
  'inbox',
  'hls',
  'whip',
  'whep',
];

/**
 * Routes of the specification that the contract does not have yet, and paths that people expect.
 */
const FUTURE_PATHS = [
  'banks',
  'gallery',
  'goals',
  'tiers',
  'reports',
  'follows',
  'notifications',
  'login',
  'logout',
  'register',
  'signup',
  'signin',
  'search',
  'explore',
  'discover',
  'tags',
  'terms',
  'privacy',
  'cookies',
  'contract',
  'about',
  'contact',
  'blog',
  'faq',
  'status',
  'sitemap',
  'robots',
  'favicon',
  'manifest',
];

/** Names that would look like the platform or its staff. */
const PLATFORM = [
  'camarim',
  'admin',
  'administrator',
  'administrador',
  'moderator',
  'moderador',
  'moderacao',
  'support',
  'suporte',
  'ajuda',
  'oficial',
  'official',
  'equipe',
  'team',
  'staff',
  'security',
  'seguranca',
  'financeiro',
  'pagamentos',
  'billing',
  'system',
  'sistema',
  'root',
  'postmaster',
  'abuse',
  'noreply',
  'no-reply',
  'anonymous',
  'anonimo',
  'everyone',
  'null',
  'undefined',
  'me',
  'you',
  'www',
  'mail',
];

const firstWord = (key: string): string => key.split('/')[1] ?? '';

/** Where the second word of a path may be a domain name: /chats/{domainName}, /lives/{username}. */
const NAMED_BELOW = ['chats', 'lives'];

/** The other words at the same place. */
const besideNames = (key: string): string[] =>
  key
    .split('/')
    .slice(2, 3)
    .filter((word) => NAMED_BELOW.includes(firstWord(key)) && /^[a-z-]+$/.test(word));

const RESERVED = new Set([
  ...PAGES,
  ...SERVER_PATHS,
  ...FUTURE_PATHS,
  ...PLATFORM,
  ...Object.keys(routes).map(firstWord),
  ...Object.keys(routes).flatMap(besideNames),
]);

/** A page's data is at /{domainName}.data, and browsers and crawlers request files at the root. */
const FILE_LIKE =
  /\.(?:data|html?|js|mjs|css|map|json|xml|txt|ico|png|jpe?g|gif|svg|webp|avif|webmanifest|rss|php|asp|env|well-known)$/;

/** Whether the name (lower case) is refused as a domain name. */
export const isReservedName = (domainName: string): boolean =>
  RESERVED.has(domainName) || FILE_LIKE.test(domainName);
