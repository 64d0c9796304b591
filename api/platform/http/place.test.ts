// Reads a place in Brazil from the headers of a trusted proxy.
import { expect, test } from 'vitest';
import { reportedPlace } from './place.ts';

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
  ['a code', at('SP', 'Campinas', 'BR'), { state: 'SP', city: 'Campinas' }],
  ['a code with its country', at('BR-SP'), { state: 'SP', city: null }],
  ['lower case', at('sp', 'campinas', 'br'), { state: 'SP', city: 'campinas' }],
  ['a name with accents', at('São Paulo', 'Sao Paulo'), { state: 'SP', city: 'Sao Paulo' }],
  ['a name without', at('sao paulo'), { state: 'SP', city: null }],
  [
    'the bytes of UTF-8',
    at('SP', Buffer.from('São José').toString('latin1')),
    { state: 'SP', city: 'São José' },
  ],
  ['percent signs', at('SP', 'S%C3%A3o%20Jos%C3%A9'), { state: 'SP', city: 'São José' }],
  ['a percent sign that is one', at('SP', '100%'), { state: 'SP', city: '100%' }],
  [
    'another country whose state has the same code',
    at('SC', 'Columbia', 'US'),
    { state: null, city: null },
  ],
  ['no state of Brazil', at('XX', 'Nenhures'), { state: null, city: null }],
  ['a city without its state', at(undefined, 'Campinas'), { state: null, city: null }],
  ['nothing', {}, { state: null, city: null }],
])('%s', (_, headers, place) =>
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
});

test('place headers are ignored from a peer that is not the proxy', () => {
  const headers = at('SP', 'Campinas');
  expect(
    reportedPlace(CONFIG, { headers, socket: { remoteAddress: '203.0.113.9' } }).state,
  ).toBeNull();
  expect(reportedPlace(CONFIG, { headers, socket: {} }).state).toBeNull();
});
