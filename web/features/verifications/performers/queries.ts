// A producer's performers, and a performer's answer to a request: keys and calls.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { PERFORMER_MEDIAS_PAGE } from '@camarim/contract/limits';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { nextOffset } from '../../../client/next-offset.ts';

export type Performer = Data<'GET /performers'>[number];
export type NewPerformer = BodyInput<Routes['POST /performers']>;
export type PerformerRequest = Data<'POST /publics/performers/view'>;
export type ConsentAnswer = PerformerRequest['can'][number];
export type ConsentScope = PerformerRequest['scopes'][number]['scope'];
export type OwnMedia = Data<'POST /publics/performers/medias'>[number];
/** Without scopes: all of them; without media: all of them, now and later. */
export type ConsentChange = {
  kind: 'grant' | 'withdraw';
  scopes?: ConsentScope[];
  mediaIds?: string[];
};

/** Errors that the form itself shows. */
const HANDLED = [400, 409, 429];

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

/** My posts that say nothing about who appears in them, the newest first. */
export const undeclaredQuery = () =>
  queryOptions({
    queryKey: ['performers', 'undeclared'],
    queryFn: async ({ signal }) =>
      (await call('GET /performers/undeclared', { query: { limit: 100 }, signal })).data,
  });

const usePerformerMutation = <Given, Got>(mutationFn: (given: Given) => Promise<Got>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: performersQuery().queryKey }),
  });
};

export const useAddPerformer = () =>
  usePerformerMutation((body: NewPerformer) =>
    call('POST /performers', { body, handled: HANDLED }),
  );
export const useResendRequest = () =>
  usePerformerMutation((id: string) => call('POST /performers/{id}/ask', { params: { id } }));
export const useDeclareTogether = () =>
  usePerformerMutation((body: BodyInput<Routes['POST /performers/declare']>) =>
    call('POST /performers/declare', { body, handled: HANDLED }),
  );
export const useRemovePerformer = () =>
  usePerformerMutation((id: string) => call('DELETE /performers/{id}', { params: { id } }));

/**
 * What is behind an email's link; read again only after a change, because an answer uses up the
 * token.
 */
export const requestQuery = (token: string) =>
  queryOptions({
    queryKey: ['performers', 'request', token],
    retry: false,
    staleTime: Infinity,
    queryFn: async () =>
      (await call('POST /publics/performers/view', { body: { token }, handled: HANDLED })).data,
  });
/** The reply is the same for an unknown address. */
export const requestLink = async (
  body: BodyInput<Routes['POST /publics/performers/link']>,
): Promise<void> => {
  await call('POST /publics/performers/link', { body, handled: HANDLED });
};
export const answerRequest = async (body: BodyInput<Routes['POST /publics/performers/answer']>) =>
  (await call('POST /publics/performers/answer', { body, handled: HANDLED })).data;

/** What the person signed, as a file to keep and to have verified. */
export const signedConsents = async (token: string): Promise<string> =>
  (await call('POST /publics/performers/consents', { body: { token }, handled: HANDLED })).data
    .file;

/** The media with the person, page by page; their pictures are in the replies. */
export const ownMediasQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: ['performers', 'medias', token],
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset, signal }) =>
      (
        await call('POST /publics/performers/medias', {
          body: { token, offset },
          handled: HANDLED,
          signal,
        })
      ).data,
    getNextPageParam: nextOffset(PERFORMER_MEDIAS_PAGE),
  });

/** Changes what the person consents to, and reads the page again. */
export const useChangeConsent = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, ...change }: ConsentChange): Promise<unknown> =>
      kind === 'grant'
        ? call('POST /publics/performers/grant', { body: { token, scopes: change.scopes ?? [] } })
        : call('POST /publics/performers/withdraw', { body: { token, ...change } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: requestQuery(token).queryKey }),
        client.invalidateQueries({ queryKey: ownMediasQuery(token).queryKey }),
      ]),
  });
};
