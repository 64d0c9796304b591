// Types that several settings share.
import { z } from 'zod';

export const port = z.coerce.number().int().min(0).max(65_535);
export const flag = z.stringbool();
/** Where the public reaches someone: an email address, or a page. */
export const publicAddress = z.union([z.email(), z.url({ protocol: /^https$/ })]);
/** Basis points: 10,000 are 100 %. */
export const bps = z.coerce.number().int().min(0).max(10_000);
