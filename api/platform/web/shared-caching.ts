// Which pages a cache in front of the server (nginx, a CDN) may keep for every visitor, and the
// headers that say so.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/**
 * As long as the server shares a rendering itself: what is removed is gone after twice this time.
 */
const KEPT_SECONDS = 3;

/** By these a request says who it comes from; a proof of age is a cookie, too. */
const PERSONAL_HEADERS = ['cookie', 'authorization'] as const;

/** The settings that make pages depend on the visitor's place. */
export type PlaceSettings = Pick<
  Config,
  'GEO_COUNTRY_HEADER' | 'GEO_STATE_HEADER' | 'GEO_CITY_HEADER'
>;

/** Whether nothing in the request distinguishes its visitor from any other one of the place. */
const isAnyone = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  PERSONAL_HEADERS.every((name) => headers[name] === undefined);

/**
 * The headers of a shareable page for this request; none for a request that may be personal. `Vary`
 * names the cookie, so a visitor with one never gets what was kept.
 *
 * Where the server knows places, pages differ by them, and a CDN does not see the proxy's headers:
 * then the header is one for nginx alone, which passes it to no client, and whose documented
 * configuration has the places in its key.
 */
export const sharedCaching = (
  request: Pick<FastifyRequest, 'headers'>,
  settings: PlaceSettings,
): Record<string, string> => {
  if (!isAnyone(request)) return {};
  const byPlace =
    settings.GEO_COUNTRY_HEADER ?? settings.GEO_STATE_HEADER ?? settings.GEO_CITY_HEADER;
  return byPlace === undefined
    ? { 'cache-control': `public, max-age=0, s-maxage=${KEPT_SECONDS}, must-revalidate` }
    : { 'x-accel-expires': String(KEPT_SECONDS) };
};
