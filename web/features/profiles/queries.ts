// Profiles: keys and hooks.
import type { Routes } from '@camarim/contract';
import type { Gender } from '@camarim/contract/limits';
import type { BodyInput, ReplyOf } from '@camarim/contract/route';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../shell/api/api.ts';
import { useToggle } from '../../shell/use-toggle.ts';

export type Profile = Data<'GET /publics/profiles/{domainname}'>;
/** One's own, with what nobody else reads. */
export type OwnProfile = Data<'GET /profiles/me'>;
export type ProfileTile = Data<'GET /publics/profiles/online'>[number];
type OnlinePage = ReplyOf<Routes['GET /publics/profiles/online']>;

export const profileKeys = {
  one: (domainName: string) => ['profiles', 'one', domainName] as const,
  own: ['profiles', 'own'] as const,
  online: ['profiles', 'online'] as const,
  explore: (filter: ExploreFilter) => ['profiles', 'explore', filter] as const,
};

/** A missing profile is the page's own 404. */
export const profileQuery = (domainName: string) =>
  queryOptions({
    queryKey: profileKeys.one(domainName),
    queryFn: async ({ signal }) => (await call('GET /publics/profiles/{domainname}', { params: { domainname: domainName }, signal, own: [404] })).data,
  });

const RAIL_TILES = 6;

/** The rail of the home page. */
export const onlineQuery = () =>
  queryOptions({
    queryKey: profileKeys.online,
    queryFn: async ({ signal }) => (await call('GET /publics/profiles/online', { query: { limit: RAIL_TILES }, signal })).data,
  });

const EXPLORE_PAGE = 24;

/** What narrows the list of everybody. */
export type ExploreFilter = { search: string; gender: Gender | null; from: 'all' | 'followings' | 'lastviewd' };

/** Everybody, or those who fit; a list is exhausted when a page has fewer items than its limit. */
export const exploreQuery = ({ search, gender, from }: ExploreFilter) =>
  infiniteQueryOptions({
    queryKey: profileKeys.explore({ search, gender, from }),
    queryFn: ({ pageParam, signal }) =>
      call('GET /publics/profiles/online', {
        query: { limit: EXPLORE_PAGE, offset: pageParam, ...(search && { search }), ...(gender && { gender }), ...(from !== 'all' && { [from]: 'true' }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page: OnlinePage, pages) => (page.data.length < EXPLORE_PAGE ? null : pages.reduce((sum, { data }) => sum + data.length, 0)),
  });

export const useFollow = (profile: Profile) => {
  const client = useQueryClient();
  const change = (patch: (held: Profile) => Profile) => client.setQueryData<Profile>(profileKeys.one(profile.domainName), (held) => held && patch(held));
  return useToggle({
    key: `follow-${profile.id}`,
    on: profile.follower,
    show: (follower) => change((held) => (held.follower === follower ? held : { ...held, follower, totalFollowers: held.totalFollowers + (follower ? 1 : -1) })),
    send: async (following) => {
      const { data } = await call('POST /profiles/{id}/follow', { params: { id: profile.id }, body: { following } });
      change((held) => ({ ...held, ...data }));
      // What members of a profile may see has changed, and so has the timeline.
      await client.invalidateQueries({ queryKey: ['posts'] });
    },
  });
};

export const ownProfileQuery = () => queryOptions({ queryKey: profileKeys.own, queryFn: async ({ signal }) => (await call('GET /profiles/me', { signal })).data });

/** Refusals that the form shows itself. */
const OWN = [400];

/** What is shown of the person elsewhere is asked for again. */
export const useEditProfile = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (edits: BodyInput<Routes['PUT /profiles']>) => (await call('PUT /profiles', { body: edits, own: OWN })).data,
    onSuccess: async (profile) => {
      client.setQueryData(profileKeys.own, profile);
      await Promise.all([client.invalidateQueries({ queryKey: profileKeys.one(profile.domainName) }), client.invalidateQueries({ queryKey: ['posts'] })]);
    },
  });
};

/** Permission to send a picture of the profile. */
export const pictureCredentials = async (picture: Blob) =>
  (await call('GET /auth/public-upload/{type}', { params: { type: 'image' }, query: { contentType: picture.type, size: String(picture.size) }, own: [400, 429] })).data;

/** Liking the profile itself, not its posts. */
export const useLikeProfile = (profile: Profile) => {
  const client = useQueryClient();
  const change = (patch: (held: Profile) => Profile) => client.setQueryData<Profile>(profileKeys.one(profile.domainName), (held) => held && patch(held));
  return useToggle({
    key: `like-profile-${profile.id}`,
    on: profile.profileLiked,
    show: (profileLiked) => change((held) => (held.profileLiked === profileLiked ? held : { ...held, profileLiked, totalProfileLikes: held.totalProfileLikes + (profileLiked ? 1 : -1) })),
    send: async (liked) => {
      const { data } = await call(`${liked ? 'POST' : 'DELETE'} /profiles/{id}/like-profile`, { params: { id: profile.id } });
      change((held) => ({ ...held, ...data }));
    },
  });
};

/** Whether people may comment on one's posts. */
export const useEnableComments = (enabled: boolean) => {
  const client = useQueryClient();
  const show = (enableComments: boolean) => client.setQueryData<OwnProfile>(profileKeys.own, (held) => held && { ...held, settings: { enableComments } });
  return useToggle({
    key: 'enable-comments',
    on: enabled,
    show,
    send: async (enableComments) => {
      await call('PUT /profiles', { body: { settings: { enableComments } } });
      await client.invalidateQueries({ queryKey: ['posts'] });
    },
  });
};
