// Whether a page of our own origin made a request, by headers that browsers set and scripts can't
// change.
import type { IncomingHttpHeaders } from 'node:http';

const hostOf = (address: string | undefined): string | null =>
  address !== undefined && URL.canParse(address) ? new URL(address).host : null;

/**
 * Whether Origin is our own: the requested host or the public host. False without an Origin.
 */
export const hasOwnOrigin = ({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean => {
  const page = hostOf(origin);
  return page !== null && (page === host || page === hostOf(publicUrl));
};

/** Origins of our own, and requests that a person made by hand (an address typed, a bookmark). */
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * Whether a browser says that a page of another site made this request. Programs that send neither
 * header are not browsers that could be misled, and browsers older than both headers are older than
 * the ones we serve.
 */
export const isFromOtherSite = (headers: IncomingHttpHeaders, publicUrl: string): boolean => {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string' && !OWN_SITES.has(site)) return true;
  return headers.origin !== undefined && !hasOwnOrigin(headers, publicUrl);
};
