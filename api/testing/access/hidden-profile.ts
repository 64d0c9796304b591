// Every read of the contract with the calls by which a profile can be seen, or the reason why it
// can't; visibility.test.ts makes them.
import type { RouteKey } from '@camarim/contract';
import { PRODUCER_SORTS } from '@camarim/contract/limits';
import { FEATURE_READS } from './features.ts';
import type { ReadCase } from './read-case.ts';
import { UNLISTED } from './unlisted.ts';

export type ReadRoute = Extract<RouteKey, `GET ${string}`>;

/**
 * A read without a case does not compile: say here where the hidden profile could appear, or in
 * unlisted.ts why it can't.
 */
export const CASES = {
  'GET /publics/profiles/{domainname}': { shows: () => [{ params: { domainname: 'segredo' } }] },
  'GET /publics/profiles/online': {
    shows: () => [
      ...PRODUCER_SORTS.map((sort) => ({ query: { sort } })),
      { query: { search: 'segredo' } },
      { query: { gender: 'woman' } },
    ],
  },
  'GET /profiles/{domainname}/posts': { shows: () => [{ params: { domainname: 'segredo' } }] },
  'GET /publics/posts/featured': { shows: () => [{}] },
  'GET /posts/{id}': { shows: ({ openPostId }) => [{ params: { id: openPostId } }] },
  'GET /comments': {
    shows: ({ openPostId, liasPostId }) => [
      { query: { filter: `post_id:eq:${openPostId}` } },
      { query: { filter: `post_id:eq:${liasPostId}` } },
    ],
  },
  'GET /comments/{id}/replies': { shows: ({ answeredId }) => [{ params: { id: answeredId } }] },
  'GET /goals': { shows: ({ segredo }) => [{ query: { profileId: segredo.profileId } }] },
  // Followed by all who look; the second profile, hidden likewise, by none.
  'GET /posts/timeline': { member: true, shows: () => [{}, { query: { others: 'true' } }] },
  'GET /publics/profiles/{profileId}/gallery': {
    shows: ({ segredo }) => [{ params: { profileId: segredo.profileId } }],
  },
  'GET /profiles/{profileId}/gallery': {
    member: true,
    shows: ({ segredo }) => [{ params: { profileId: segredo.profileId } }],
  },
  'GET /posts/search': { shows: () => [{ query: { q: 'aberto' } }] },
  'GET /posts/suggestions': { shows: () => [{ query: { q: 'segredo' } }] },
  'GET /posts/saveds': { member: true, shows: () => [{}] },
  'GET /posts/likeds': { member: true, shows: () => [{}] },
  'GET /follows/followings': { member: true, shows: () => [{}, { query: { search: 'segredo' } }] },
  'GET /follows/followers': { member: true, shows: () => [{}] },
  'GET /profiles/notifications': {
    member: true,
    shows: () => [{}, { query: { search: 'segredo' } }],
  },
  'GET /profiles/notes': {
    member: true,
    connect: (_app, requester, profile) =>
      requester.call('POST /profiles/{profileId}/notes', {
        params: { profileId: profile.profileId },
        body: { raw: 'Combinado.' },
      }),
    shows: () => [{}],
  },
  'GET /profiles/{profileId}/notes': {
    member: true,
    shows: ({ segredo }) => [{ params: { profileId: segredo.profileId } }],
  },

  ...FEATURE_READS,
  ...UNLISTED,
} satisfies Record<ReadRoute, ReadCase>;
