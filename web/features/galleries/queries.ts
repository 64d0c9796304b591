// Galleries: keys and hooks.
import { GALLERY_PAGE, type ViewAs } from '@camarim/contract/limits';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { postKeys } from '../posts/index.ts';

export type GalleryItem = Data<'GET /publics/profiles/{profileId}/gallery'>[number];

const galleryKey = (profileId: string, own: boolean, seenAs: ViewAs | null) =>
  ['galleries', profileId, own, seenAs] as const;

/** `own`: the owner's view, hidden media included. `seenAs`: as another person sees it. */
export const galleryQuery = (profileId: string, own: boolean, seenAs: ViewAs | null) =>
  infiniteQueryOptions({
    queryKey: galleryKey(profileId, own, seenAs),
    queryFn: async ({ pageParam, signal }): Promise<{ data: GalleryItem[] }> => {
      const query = { limit: String(GALLERY_PAGE), offset: String(pageParam) };
      const { data } = own
        ? await call('GET /profiles/gallery', { query, signal })
        : await call('GET /publics/profiles/{profileId}/gallery', {
            params: { profileId },
            query: { ...query, viewAs: seenAs ?? undefined },
            signal,
          });
      return { data };
    },
    initialPageParam: 0,
    getNextPageParam: (page, _, offset) =>
      page.data.length < GALLERY_PAGE ? undefined : offset + GALLERY_PAGE,
  });

/** Shows or hides one of the owner's media. */
export const useShowInGallery = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, shown }: { id: string; shown: boolean }) =>
      call(`${shown ? 'POST' : 'DELETE'} /profiles/gallery/{mediaId}`, { params: { mediaId: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['galleries'] }),
  });
};

/** Deletes a media from its post permanently. */
export const useDeleteFromPost = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, postId }: GalleryItem) =>
      call('DELETE /posts/{postId}/medias/{mediaId}', { params: { postId, mediaId: id } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['galleries'] }),
        client.invalidateQueries({ queryKey: postKeys.all }),
      ]),
  });
};
