// The request to become a producer and the age verification: keys and calls.
import { queryOptions } from '@tanstack/react-query';
import type { BodyInput } from '@camarim/contract/route';
import type { Routes } from '@camarim/contract';
import { call, type Data } from '../../client/api/api.ts';

export type OwnRequest = Data<'GET /profiles/producer'>;
export type Signup = BodyInput<Routes['POST /profiles/became-producer']>;

/** Errors that the form itself shows. */
const HANDLED = [400, 409, 429];

export const ownRequestQuery = () =>
  queryOptions({
    queryKey: ['account', 'request'],
    queryFn: async ({ signal }) => (await call('GET /profiles/producer', { signal })).data,
  });

export const requestProducerApproval = (body: Signup) =>
  call('POST /profiles/became-producer', { body, handled: HANDLED });

/** Refused like the request itself when the person of its first step would be. */
export const checkPerson = ({ nickname, fullName, document, birthDate }: Signup) =>
  call('POST /profiles/became-producer/check', {
    body: { nickname, fullName, document, birthDate },
    handled: HANDLED,
  });

export const withdrawRequest = () => call('DELETE /profiles/became-producer', {});

/** Presigned upload of one picture of a document. */
export const documentCredentials = async (file: File) =>
  (
    await call('GET /auth/doc-public-upload/any', {
      query: { contentType: file.type, size: file.size },
      handled: HANDLED,
    })
  ).data;

export const ownAgeQuery = () =>
  queryOptions({
    queryKey: ['account', 'age'],
    queryFn: async ({ signal }) => (await call('GET /profiles/age', { signal })).data,
  });

export const requestAgeVerification = (body: { documentFrontKey: string; selfieKey: string }) =>
  call('POST /profiles/age', { body, handled: HANDLED });
