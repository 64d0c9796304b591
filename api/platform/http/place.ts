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
 * Country (ISO 3166-1 alpha-2) and, in Brazil only, the code of the state (ISO 3166-2:BR without
 * its prefix) and the name of the city. A null country: nothing tells countries here. `ZZ`: the
 * proxy tells countries, and does not know this one. `otherCountry`: a second one that counts as
 * well, where the address of an account and the proxy say different countries.
 */
export type Place = {
  country: string | null;
  state: string | null;
  city: string | null;
  otherCountry?: string;
};

export const NOWHERE: Place = { country: null, state: null, city: null };

/**
 * CLDR's code of an unknown region: in no list of blocked countries, and in no list of permitted
 * ones.
 */
const UNKNOWN_COUNTRY = 'ZZ';

/**
 * The country and state as one value (ISO 3166-2), with the second country behind it: `BR-SP`,
 * `PT`, `BR-SP/PT`, null. Statements take it as one parameter.
 */
export const regionOf = ({ country, state, otherCountry }: Place): string | null => {
  const region = state === null ? country : `BR-${state}`;
  return otherCountry === undefined ? region : `${region}/${otherCountry}`;
};

/**
 * Where a member is: the address in their account, which anyone can type, lifts no block of the
 * country that the proxy reports, and the proxy lifts none of the address. State and city are those
 * of the place in Brazil; only Brazil has them here.
 */
export const strictestPlace = (home: Place, reported: Place): Place => {
  if (home.country === null) return reported;
  const { country } = reported;
  if (country === null || country === UNKNOWN_COUNTRY || country === home.country) return home;
  return country === 'BR'
    ? { ...reported, otherCountry: home.country }
    : { ...home, otherCountry: country };
};

/** Everything in which two places can differ, for keys of caches. */
export const placeKey = (place: Place): string => [regionOf(place), place.city].join('|');

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

/** Two letters; proxies write XX or T1 for a country that they do not know. */
const COUNTRY = /^(?!XX)[A-Z]{2}$/;

/** The reported country; null when no proxy is configured to report it. */
export const reportedCountry = (config: GeoHeaders, request: ConnectionSource): string | null => {
  if (!hasCountryHeader(config)) return null;
  const code = reportedHeader(config, request, config.GEO_COUNTRY_HEADER)?.toUpperCase() ?? '';
  return COUNTRY.test(code) ? code : UNKNOWN_COUNTRY;
};

/** A state of another country may have the code of a Brazilian one, so the country is checked. */
export const reportedPlace = (config: GeoHeaders, request: ConnectionSource): Place => {
  const country = reportedCountry(config, request);
  const elsewhere = { ...NOWHERE, country };
  const said = reportedHeader(config, request, config.GEO_COUNTRY_HEADER) !== null;
  const state = reportedHeader(config, request, config.GEO_STATE_HEADER);
  if (state === null || (said && country !== 'BR')) return elsewhere;
  const code = stateCodeOf(state);
  return code === null
    ? elsewhere
    : {
        country: 'BR',
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

/** Whether countries are known by the report of a proxy. */
const hasCountryHeader = (config: GeoHeaders): boolean =>
  config.TRUST_PROXY !== 'false' && config.GEO_COUNTRY_HEADER !== undefined;

/** Whether places are known, so that a page may differ by place. */
export const hasPlaceHeaders = (config: GeoHeaders): boolean =>
  hasCountryHeader(config) ||
  (config.TRUST_PROXY !== 'false' && config.GEO_STATE_HEADER !== undefined);
