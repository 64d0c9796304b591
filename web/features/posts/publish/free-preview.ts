// The free preview of a locked post as the composer and the edit dialog choose it.
import type { Audience } from './AudienceAndPrice.tsx';

/** `id`: of the attachment or media; `seconds`: length of the trailer, null for a picture. */
export type FreePreview = { id: string; seconds: number | null };

/** A media that may be chosen; `number` from 1. */
export type FreePreviewOption = { id: string; number: number; name: string; video: boolean };

/** What others pay or subscribe for has a free preview. */
export const isLocked = ({
  audience,
  price,
}: {
  audience: Audience;
  price: number | null;
}): boolean => audience === 'members' || price !== null;

/** Pictures and videos; an animated picture counts as a picture, which is shown whole. */
export const freePreviewOptions = (
  medias: readonly { id: string; contentType: string; name: string | null }[],
): FreePreviewOption[] =>
  medias.flatMap(({ id, contentType, name }, index) => {
    const video = contentType.startsWith('video/');
    return video || contentType.startsWith('image/')
      ? { id, number: index + 1, name: name ?? '', video }
      : [];
  });
