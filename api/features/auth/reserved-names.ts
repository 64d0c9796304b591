// Domain names nobody may take: a profile's page is at /{domainName}, beside everything else the
// site has.
import { routes } from '@camarim/contract';

/** First words of the pages. Source: specification section 2. */
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

/** What the server answers besides pages: API, socket, probes, files. */
const SERVED = [
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

/** Calls of the specification that the contract does not have yet, and pages that people expect. */
const EXPECTED = [
  'banks',
  'gallery',
  'goals',
  'lives',
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

/** Names that would pass for the house. */
const HOUSE = [
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

const RESERVED = new Set([
  ...PAGES,
  ...SERVED,
  ...EXPECTED,
  ...HOUSE,
  ...Object.keys(routes).map(firstWord),
]);

/**
 * A page's data is asked for at /{domainName}.data, and browsers and crawlers ask for files at the
 * root.
 */
const FILE_LIKE =
  /\.(?:data|html?|js|mjs|css|map|json|xml|txt|ico|png|jpe?g|gif|svg|webp|avif|webmanifest|rss|php|asp|env|well-known)$/;

/** Whether the name (lower case) is not for people. */
export const isReservedName = (domainName: string): boolean =>
  RESERVED.has(domainName) || FILE_LIKE.test(domainName);
