// The place of a request, as the trusted proxy reports it.
import { getStates } from '@brazilian-utils/brazilian-utils';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { readTrustedProxies } from './trusted-proxies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The visitor's place, as the proxy reports it. */
    place: Place;
    /**
     * The same for people to read, in any country: "Recife, PE, BR"; '' when the proxy does not
     * say.
     */
    placeName: string;
  }
}

/**
 * A place in Brazil: code of the state (ISO 3166-2:BR without its prefix) and name of the city.
 * Null when unknown or in another country.
 */
export type Place = { state: string | null; city: string | null };

export const NOWHERE: Place = { state: null, city: null };

/** The settings that name the headers with the place. */
export type GeoHeaders = Pick<
  Config,
  'TRUST_PROXY' | 'GEO_COUNTRY_HEADER' | 'GEO_STATE_HEADER' | 'GEO_CITY_HEADER'
>;

const CITY_MAX = 100;

/** Removes accents and case, which do not distinguish places. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();

/**
 * Some proxies send names percent-encoded, some as the bytes of UTF-8, which Node reads as Latin-1,
 * some without accents.
 */
const readText = (value: string): string => {
  try {
    return value.includes('%')
      ? decodeURIComponent(value)
      : new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    // Encoded in neither way, so it is what it says.
    return value;
  }
};

/** A request with the connection it came over. */
export type ConnectionSource = {
  headers: FastifyRequest['headers'];
  socket: { remoteAddress?: string | undefined };
};

/**
 * The value of this header when the peer is a trusted proxy; null otherwise.
 */
export const reportedHeader = (
  config: Pick<Config, 'TRUST_PROXY'>,
  request: ConnectionSource,
  name: string | undefined,
): string | null => {
  if (
    name === undefined ||
    !readTrustedProxies(config.TRUST_PROXY)?.(request.socket.remoteAddress, 0)
  )
    return null;
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' && value.trim() !== '' ? readText(value).trim() : null;
};

/** The state's code for a code or a name; null for what is no state of Brazil. */
export const stateCodeOf = (codeOrName: string): string | null => {
  const plain = plainName(codeOrName).replace(/^br-/, '');
  return (
    getStates().find(({ code, name }) => code.toLowerCase() === plain || plainName(name) === plain)
      ?.code ?? null
  );
};

/** A state of another country may have the code of a Brazilian one, so the country is checked. */
export const reportedPlace = (config: GeoHeaders, request: ConnectionSource): Place => {
  const country = reportedHeader(config, request, config.GEO_COUNTRY_HEADER);
  const state = reportedHeader(config, request, config.GEO_STATE_HEADER);
  if (state === null || (country !== null && country.toUpperCase() !== 'BR')) return NOWHERE;
  const code = stateCodeOf(state);
  return code === null
    ? NOWHERE
    : {
        state: code,
        city: reportedHeader(config, request, config.GEO_CITY_HEADER)?.slice(0, CITY_MAX) ?? null,
      };
};

const NAME_MAX = 150;

const reportedName = (config: GeoHeaders, request: ConnectionSource): string =>
  [config.GEO_CITY_HEADER, config.GEO_STATE_HEADER, config.GEO_COUNTRY_HEADER]
    .flatMap((name) => reportedHeader(config, request, name) ?? [])
    .join(', ')
    .slice(0, NAME_MAX);

/** Adds the place to every request, before other hooks. */
export const decoratePlaces = (app: FastifyInstance, config: GeoHeaders): void => {
  app.decorateRequest('place', null as never);
  app.decorateRequest('placeName', '');
  app.addHook('onRequest', async (request) => {
    request.place = reportedPlace(config, request);
    request.placeName = reportedName(config, request);
  });
};

/** Whether places are known, so that a page may differ by place. */
export const hasPlaceHeaders = (config: GeoHeaders): boolean =>
  config.TRUST_PROXY !== 'false' && config.GEO_STATE_HEADER !== undefined;
