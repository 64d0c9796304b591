// Countries, and the states and cities of Brazil.
import { HOUR_MS } from '@camarim/contract/time';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/api.ts';

/** They do not change while a form is filled in. */
const LONG_MS = HOUR_MS;

export const statesQuery = () =>
  queryOptions({
    queryKey: ['publics', 'states'],
    staleTime: LONG_MS,
    queryFn: async ({ signal }) => (await call('GET /publics/states', { signal })).data,
  });

export const countriesQuery = () =>
  queryOptions({
    queryKey: ['publics', 'countries'],
    staleTime: LONG_MS,
    queryFn: async ({ signal }) => (await call('GET /publics/countries', { signal })).data,
  });

export const citiesQuery = (stateCode: string) =>
  queryOptions({
    queryKey: ['publics', 'cities', stateCode],
    staleTime: LONG_MS,
    enabled: stateCode !== '',
    queryFn: async ({ signal }) =>
      (await call('GET /publics/cities/{stateCode}', { params: { stateCode }, signal })).data,
  });
