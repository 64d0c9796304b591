// Mutations of profiles, applied on the server and to the cache. Separate from the queries, because
// the first page needs only those.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../client/api/api.ts';
import { useToggle } from '../../client/use-toggle.ts';
import { type OwnProfile, ownProfileKey } from '../../client/session/own-profile.ts';
import { profileKeys } from './keys.ts';
import type { Profile } from './queries.ts';

export const useFollow = (profile: Profile) => {
  const client = useQueryClient();
  const change = (patch: (cached: Profile) => Profile) =>
    client.setQueryData<Profile>(
      profileKeys.one(profile.domainName),
      (cached) => cached && patch(cached),
    );
  return useToggle({
    key: `follow-${profile.id}`,
    on: profile.follower,
    show: (follower) =>
      change((cached) =>
        cached.follower === follower
          ? cached
          : { ...cached, follower, totalFollowers: cached.totalFollowers + (follower ? 1 : -1) },
      ),
    send: async (following) => {
      const { data } = await call('POST /profiles/{id}/follow', {
        params: { id: profile.id },
        body: { following },
      });
      change((cached) => ({ ...cached, ...data }));
      // Following changes which posts are accessible, and the timeline.
      await client.invalidateQueries({ queryKey: ['posts'] });
    },
  });
};

/** Errors that the form itself shows. */
const HANDLED = [400];

/** Refetches every query that shows the own name or picture. */
export const useEditProfile = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (edits: BodyInput<Routes['PUT /profiles']>) =>
      (await call('PUT /profiles', { body: edits, handled: HANDLED })).data,
    onSuccess: async (profile) => {
      client.setQueryData(ownProfileKey, profile);
      await Promise.all([
        client.invalidateQueries({ queryKey: profileKeys.one(profile.domainName) }),
        client.invalidateQueries({ queryKey: ['posts'] }),
      ]);
    },
  });
};

/** Likes the profile itself, not its posts. */
export const useLikeProfile = (profile: Profile) => {
  const client = useQueryClient();
  const change = (patch: (cached: Profile) => Profile) =>
    client.setQueryData<Profile>(
      profileKeys.one(profile.domainName),
      (cached) => cached && patch(cached),
    );
  return useToggle({
    key: `like-profile-${profile.id}`,
    on: profile.profileLiked,
    show: (profileLiked) =>
      change((cached) =>
        cached.profileLiked === profileLiked
          ? cached
          : {
              ...cached,
              profileLiked,
              totalProfileLikes: cached.totalProfileLikes + (profileLiked ? 1 : -1),
            },
      ),
    send: async (liked) => {
      const { data } = await call(`${liked ? 'POST' : 'DELETE'} /profiles/{id}/like-profile`, {
        params: { id: profile.id },
      });
      change((cached) => ({ ...cached, ...data }));
    },
  });
};

/** Whether others may comment on the own posts. */
export const useEnableComments = (enabled: boolean) => {
  const client = useQueryClient();
  const show = (enableComments: boolean) =>
    client.setQueryData<OwnProfile>(
      ownProfileKey,
      (cached) => cached && { ...cached, settings: { enableComments } },
    );
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
