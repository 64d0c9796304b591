// A producer's performers, and a performer's answer to a request: keys and calls.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';

export type Performer = Data<'GET /performers'>[number];
export type NewPerformer = BodyInput<Routes['POST /performers']>;
export type PerformerRequest = Data<'POST /publics/performers/view'>;
export type ConsentAnswer = PerformerRequest['can'][number];

/** Errors that the form itself shows. */
const OWN = [400, 409, 429];

export const performersQuery = () =>
  queryOptions({
    queryKey: ['performers'],
    queryFn: async ({ signal }) => (await call('GET /performers', { signal })).data,
  });

/** The performers declared in an own post. */
export const postPerformersQuery = (postId: string) =>
  queryOptions({
    queryKey: ['performers', 'post', postId],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await call('GET /posts/{id}/detail', { params: { id: postId }, signal })).data.performers,
  });

const usePerformerMutation = <Given, Got>(mutationFn: (given: Given) => Promise<Got>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: performersQuery().queryKey }),
  });
};

export const useAddPerformer = () =>
  usePerformerMutation((body: NewPerformer) => call('POST /performers', { body, own: OWN }));
export const useResendRequest = () =>
  usePerformerMutation((id: string) => call('POST /performers/{id}/ask', { params: { id } }));
export const useRemovePerformer = () =>
  usePerformerMutation((id: string) => call('DELETE /performers/{id}', { params: { id } }));

/** The request behind an email's link; fetched once, because answering it uses up the token. */
export const requestQuery = (token: string) =>
  queryOptions({
    queryKey: ['performers', 'request', token],
    retry: false,
    staleTime: Infinity,
    queryFn: async () =>
      (await call('POST /publics/performers/view', { body: { token }, own: OWN })).data,
  });
export const answerRequest = async (token: string, answer: ConsentAnswer) =>
  (await call('POST /publics/performers/answer', { body: { token, answer }, own: OWN })).data;
