// Reads a place in Brazil from the headers of a trusted proxy.
import { expect, test } from 'vitest';
import { placeKey, strictestPlace, reportedPlace } from './place.ts';

const CONFIG = {
  TRUST_PROXY: 'loopback',
  GEO_COUNTRY_HEADER: 'X-Country',
  GEO_STATE_HEADER: 'X-State',
  GEO_CITY_HEADER: 'X-City',
};
const FROM_PROXY = { socket: { remoteAddress: '::ffff:127.0.0.1' } };
const at = (state?: string, city?: string, country?: string) => ({
  ...(state && { 'x-state': state }),
  ...(city && { 'x-city': city }),
  ...(country && { 'x-country': country }),
});

test.each([
  ['a code', at('SP', 'Campinas', 'BR'), { country: 'BR', state: 'SP', city: 'Campinas' }],
  ['a code with its country', at('BR-SP'), { country: 'BR', state: 'SP', city: null }],
  ['lower case', at('sp', 'campinas', 'br'), { country: 'BR', state: 'SP', city: 'campinas' }],
  [
    'a name with accents',
    at('São Paulo', 'Sao Paulo'),
    { country: 'BR', state: 'SP', city: 'Sao Paulo' },
  ],
  ['a name without', at('sao paulo'), { country: 'BR', state: 'SP', city: null }],
  [
    'the bytes of UTF-8',
    at('SP', Buffer.from('São José').toString('latin1')),
    { country: 'BR', state: 'SP', city: 'São José' },
  ],
  [
    'percent signs',
    at('SP', 'S%C3%A3o%20Jos%C3%A9'),
    { country: 'BR', state: 'SP', city: 'São José' },
  ],
  ['a percent sign that is one', at('SP', '100%'), { country: 'BR', state: 'SP', city: '100%' }],
  [
    'another country whose state has the same code',
    at('SC', 'Columbia', 'US'),
    { country: 'US', state: null, city: null },
  ],
  ['no state of Brazil', at('XX', 'Nenhures'), { country: 'ZZ', state: null, city: null }],
  [
    'a city without its state',
    at(undefined, 'Campinas'),
    { country: 'ZZ', state: null, city: null },
  ],
  ['a country alone', at(undefined, undefined, 'pt'), { country: 'PT', state: null, city: null }],
  [
    'a country that the proxy does not know',
    at('SP', undefined, 'XX'),
    { country: 'ZZ', state: null, city: null },
  ],
  [
    'an anonymous network',
    at(undefined, undefined, 'T1'),
    { country: 'ZZ', state: null, city: null },
  ],
  ['nothing', {}, { country: 'ZZ', state: null, city: null }],
])('the headers of a proxy name a place: %s', (_, headers, place) =>
  expect(reportedPlace(CONFIG, { headers, ...FROM_PROXY })).toEqual(place),
);

test('place headers are ignored without a trusted proxy and without configured header names', () => {
  const headers = at('SP', 'Campinas');
  expect(
    reportedPlace({ ...CONFIG, TRUST_PROXY: 'false' }, { headers, ...FROM_PROXY }).state,
  ).toBeNull();
  expect(
    reportedPlace({ ...CONFIG, GEO_STATE_HEADER: undefined }, { headers, ...FROM_PROXY }).state,
  ).toBeNull();
  expect(
    reportedPlace({ ...CONFIG, GEO_COUNTRY_HEADER: undefined }, { headers: {}, ...FROM_PROXY }),
  ).toEqual({ country: null, state: null, city: null });
});

test('place headers are ignored from a peer that is not the proxy', () => {
  const headers = at('SP', 'Campinas');
  expect(
    reportedPlace(CONFIG, { headers, socket: { remoteAddress: '203.0.113.9' } }).state,
  ).toBeNull();
  expect(reportedPlace(CONFIG, { headers, socket: {} }).state).toBeNull();
});

test('places that differ in country, state or city have different keys', () => {
  const places = [
    { country: null, state: null, city: null },
    { country: 'PT', state: null, city: null },
    { country: 'ES', state: null, city: null },
    { country: 'BR', state: null, city: null },
    { country: 'BR', state: 'SP', city: null },
    { country: 'BR', state: 'SP', city: 'Campinas' },
    { country: 'BR', state: 'SP', city: 'Campinas', otherCountry: 'PT' },
    { country: 'PT', state: null, city: null, otherCountry: 'ES' },
  ];
  expect(new Set(places.map(placeKey)).size).toBe(places.length);
});

const NONE = { state: null, city: null };
const CAMPINAS = { country: 'BR', state: 'SP', city: 'Campinas' };

test.each([
  ['no address', { ...NONE, country: null }, CAMPINAS, CAMPINAS],
  ['nothing reported', CAMPINAS, { ...NONE, country: null }, CAMPINAS],
  ['an unknown country reported', CAMPINAS, { ...NONE, country: 'ZZ' }, CAMPINAS],
  ['the same country', CAMPINAS, { country: 'BR', state: 'RJ', city: null }, CAMPINAS],
  [
    'another country reported',
    CAMPINAS,
    { ...NONE, country: 'PT' },
    { ...CAMPINAS, otherCountry: 'PT' },
  ],
  ['an address abroad', { ...NONE, country: 'PT' }, CAMPINAS, { ...CAMPINAS, otherCountry: 'PT' }],
])(
  'the stricter place by address and by the report of the proxy counts: %s',
  (_, home, reported, place) => expect(strictestPlace(home, reported)).toEqual(place),
);
