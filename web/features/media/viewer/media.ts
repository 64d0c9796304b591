// The fields of a media that a player needs.
import type { Post } from '../../posts/post-cache.ts';

export type Media = Post['medias'][number];

export type Kind = 'image' | 'video' | 'audio' | 'archive';

/**
 * The kind of a media by content type; image is the default. An animated image is shown as a video.
 */
export const kindOf = ({ contentType, loops }: Pick<Media, 'contentType' | 'loops'>): Kind => {
  if (loops || contentType.startsWith('video/')) return 'video';
  if (contentType.startsWith('audio/')) return 'audio';
  return contentType.includes('zip') ? 'archive' : 'image';
};
