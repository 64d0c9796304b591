// Every read of the contract with the calls by which a profile can be seen, or the reason why it
// can't; visibility.test.ts makes them.
import type { RouteKey } from '@camarim/contract';
import type { ApiClient } from '../../api-client.ts';
import type { TestApp } from '../app.ts';
import { insertChat } from '../chatting.ts';
import { UNLISTED } from './unlisted.ts';

export type Read = Extract<RouteKey, `GET ${string}`>;
export type Input = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined> | undefined;
};

/** Resources of the hidden profile, and of a visible one. */
export type World = {
  segredo: ApiClient;
  lia: ApiClient;
  openPostId: string;
  liasPostId: string;
  /** A comment of neither, which the hidden profile answered. */ answeredId: string;
};

/**
 * `shows`: calls whose answer names the hidden profile, or something it made, to all other
 * requesters. `connect`: creates what ties a requester to the profile before it hides, so that the
 * answers have something to name. A string: why the call can't.
 */
export type Case =
  | string
  | {
      shows: (world: World) => Input[];
      /** Only with an account. */
      member?: true;
      connect?: (app: TestApp, requester: ApiClient, profile: ApiClient) => Promise<unknown>;
    };

/**
 * A read without a case does not compile: say here where the hidden profile could appear, or in
 * unlisted.ts why it can't.
 */
export const CASES = {
  'GET /publics/profiles/{domainname}': { shows: () => [{ params: { domainname: 'segredo' } }] },
  'GET /publics/profiles/online': {
    shows: () => [{}, { query: { search: 'segredo' } }, { query: { gender: 'woman' } }],
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
  'GET /posts/saveds': { member: true, shows: () => [{}] },
  'GET /posts/likeds': { member: true, shows: () => [{}] },
  'GET /follows/followings': { member: true, shows: () => [{}, { query: { search: 'segredo' } }] },
  'GET /follows/followers': { member: true, shows: () => [{}] },
  'GET /profiles/notifications': {
    member: true,
    shows: () => [{}, { query: { search: 'segredo' } }],
  },
  'GET /profiles/notifications/unread': { member: true, shows: () => [{}] },
  'GET /profiles/notes': {
    member: true,
    connect: (_app, requester, profile) =>
      requester.call('POST /profiles/{profileId}/notes', {
        params: { profileId: profile.profileId as never },
        body: { raw: 'Combinado.' },
      }),
    shows: () => [{}],
  },
  'GET /chats': {
    member: true,
    connect: (app, requester, profile) => insertChat(app, [requester, profile], { unread: 1 }),
    shows: () => [{}, { query: { name: 'segredo' } }, { query: { unread: 'true' } }],
  },
  'GET /profiles/{profileId}/notes': {
    member: true,
    shows: ({ segredo }) => [{ params: { profileId: segredo.profileId } }],
  },

  ...UNLISTED,
} satisfies Record<Read, Case>;
