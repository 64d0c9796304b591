// What viewers and players need to know about media.
import type { Data } from '../../../client/api/api.ts';

export type Media = Data<'GET /posts/{id}'>['medias'][number];

/** A media of the owner's vault. */
export type VaultItem = Data<'GET /vault/medias'>[number];

/** A media of the owner that is attached: of the vault, or of what is being edited. */
export type OwnMedia = Media & Partial<Pick<VaultItem, 'title'>>;

/** Media that are shown together. */
export type MediaGroup = {
  medias: readonly Media[];
  /** The owner of the media. */
  owner: { exibitionName: string; domainName: string; profileImage: string | null };
  /** Called when an address has expired or access has ended: fetches the group again. */
  onStale: () => void;
  /** Called with seconds of playing of one of its videos, some times a minute. */
  onWatched?: ((seconds: number) => void) | undefined;
};

export type Kind = 'image' | 'video' | 'audio' | 'archive';

/**
 * The kind of a media by content type; image is the default. An animated image is shown as a video.
 */
export const kindOf = ({ contentType, loops }: Pick<Media, 'contentType' | 'loops'>): Kind => {
  if (loops || contentType.startsWith('video/')) return 'video';
  if (contentType.startsWith('audio/')) return 'audio';
  return contentType.includes('zip') ? 'archive' : 'image';
};
