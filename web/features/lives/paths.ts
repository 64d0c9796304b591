// Addresses of live shows.

/** A producer's own side, and the list of who is on air. */
export const LIVE_PATH = '/live';

/** Receipts of shows. */
export const RECEIPTS_PATH = '/live/receipts';

/** Where a producer's show is watched. */
export const livePath = (domainName: string): string => `/${domainName}/live`;
