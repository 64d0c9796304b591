// What people do to profiles, their own and others': hooks that change them on the server and where
// they are shown. Apart from the queries, because the first page reads profiles before anybody can
// act on one.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { useToggle } from '../../shell/use-toggle.ts';
import { type OwnProfile, type Profile, profileKeys } from './queries.ts';

export const useFollow = (profile: Profile) => {
  const client = useQueryClient();
  const change = (patch: (held: Profile) => Profile) =>
    client.setQueryData<Profile>(
      profileKeys.one(profile.domainName),
      (held) => held && patch(held),
    );
  return useToggle({
    key: `follow-${profile.id}`,
    on: profile.follower,
    show: (follower) =>
      change((held) =>
        held.follower === follower
          ? held
          : { ...held, follower, totalFollowers: held.totalFollowers + (follower ? 1 : -1) },
      ),
    send: async (following) => {
      const { data } = await call('POST /profiles/{id}/follow', {
        params: { id: profile.id },
        body: { following },
      });
      change((held) => ({ ...held, ...data }));
      // What members of a profile may see has changed, and so has the timeline.
      await client.invalidateQueries({ queryKey: ['posts'] });
    },
  });
};

/** Refusals that the form shows itself. */
const OWN = [400];

/** What is shown of the person elsewhere is asked for again. */
export const useEditProfile = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (edits: BodyInput<Routes['PUT /profiles']>) =>
      (await call('PUT /profiles', { body: edits, own: OWN })).data,
    onSuccess: async (profile) => {
      client.setQueryData(profileKeys.own, profile);
      await Promise.all([
        client.invalidateQueries({ queryKey: profileKeys.one(profile.domainName) }),
        client.invalidateQueries({ queryKey: ['posts'] }),
      ]);
    },
  });
};

/** Permission to send a picture of the profile. */
export const pictureCredentials = async (picture: Blob) =>
  (
    await call('GET /auth/public-upload/{type}', {
      params: { type: 'image' },
      query: { contentType: picture.type, size: String(picture.size) },
      own: [400, 429],
    })
  ).data;

/** Liking the profile itself, not its posts. */
export const useLikeProfile = (profile: Profile) => {
  const client = useQueryClient();
  const change = (patch: (held: Profile) => Profile) =>
    client.setQueryData<Profile>(
      profileKeys.one(profile.domainName),
      (held) => held && patch(held),
    );
  return useToggle({
    key: `like-profile-${profile.id}`,
    on: profile.profileLiked,
    show: (profileLiked) =>
      change((held) =>
        held.profileLiked === profileLiked
          ? held
          : {
              ...held,
              profileLiked,
              totalProfileLikes: held.totalProfileLikes + (profileLiked ? 1 : -1),
            },
      ),
    send: async (liked) => {
      const { data } = await call(`${liked ? 'POST' : 'DELETE'} /profiles/{id}/like-profile`, {
        params: { id: profile.id },
      });
      change((held) => ({ ...held, ...data }));
    },
  });
};

/** Whether people may comment on one's posts. */
export const useEnableComments = (enabled: boolean) => {
  const client = useQueryClient();
  const show = (enableComments: boolean) =>
    client.setQueryData<OwnProfile>(
      profileKeys.own,
      (held) => held && { ...held, settings: { enableComments } },
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
