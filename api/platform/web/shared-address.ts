// The cache key of a shared page: its address with only the parameters that some page reads.

/** Every parameter that some page reads (a test compares it with the pages). */
export const PAGE_PARAMETERS: readonly string[] = [
  'appeal',
  'as',
  'callForChat',
  'charge',
  'chatType',
  'code',
  'day',
  'decided',
  'dialog',
  'explore',
  'feed',
  'folder',
  'for',
  'free',
  'from',
  'gender',
  'id',
  'iss',
  'kind',
  'link',
  'month',
  'online',
  'promotion',
  'q',
  'ref',
  'returnTo',
  'review',
  'show',
  'sort',
  'stage',
  'state',
  'tab',
  'tag',
  'token',
  'until',
  'version',
  'view',
];
/** What the router itself adds when it asks for a page's data. */
const ROUTER_PARAMETERS: readonly string[] = ['_routes', 'index'];

const READ = new Set([...PAGE_PARAMETERS, ...ROUTER_PARAMETERS]);

/** The path with the parameters that are read, in one order. */
export const sharedAddress = (address: string): string => {
  const at = address.indexOf('?');
  if (at < 0) return address;
  const search = new URLSearchParams(
    [...new URLSearchParams(address.slice(at + 1))]
      .filter(([name]) => READ.has(name))
      .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
  );
  return search.size > 0 ? `${address.slice(0, at)}?${search}` : address.slice(0, at);
};

/**
 * Longer ones would come three times as long in the header that leads to the log-in, each character
 * encoded.
 */
const CACHEABLE_ADDRESS_MAX = 2_000;

/**
 * The address that log-in leads back to: whole, because what we do not read may be read by others
 * (`utm_source`). A longer one keeps what our pages read.
 */
export const cacheableAddress = (address: string): string =>
  address.length <= CACHEABLE_ADDRESS_MAX ? address : sharedAddress(address);
