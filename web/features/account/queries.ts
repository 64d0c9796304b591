// The request to become a producer, and the lists of states and cities: keys and calls.
import { queryOptions } from '@tanstack/react-query';
import type { BodyInput } from '@camarim/contract/route';
import type { Routes } from '@camarim/contract';
import { call, type Data } from '../../client/api/api.ts';

export type OwnRequest = Data<'GET /profiles/producer'>;
export type Signup = BodyInput<Routes['POST /profiles/became-producer']>;

/** States and cities do not change while a form is filled in. */
const LONG_MS = 3_600_000;
/** Errors that the form itself shows. */
const OWN = [400, 409, 429];

export const ownRequestQuery = () =>
  queryOptions({
    queryKey: ['account', 'request'],
    queryFn: async ({ signal }) => (await call('GET /profiles/producer', { signal })).data,
  });

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

export const requestProducerApproval = (body: Signup) =>
  call('POST /profiles/became-producer', { body, own: OWN });

export const withdrawRequest = () => call('DELETE /profiles/became-producer', {});

/** Presigned upload of one picture of a document. */
export const documentCredentials = async (file: File) =>
  (
    await call('GET /auth/doc-public-upload/any', {
      query: { contentType: file.type, size: file.size },
      own: OWN,
    })
  ).data;

export const ownAgeQuery = () =>
  queryOptions({
    queryKey: ['account', 'age'],
    queryFn: async ({ signal }) => (await call('GET /profiles/age', { signal })).data,
  });

export const requestAgeVerification = (body: { documentFrontKey: string; selfieKey: string }) =>
  call('POST /profiles/age', { body, own: OWN });
