// What of a media a player needs to know.
import type { Post } from '../post-cache.ts';

export type Media = Post['medias'][number];

export type Kind = 'image' | 'video' | 'audio' | 'archive';

/**
 * The kind of file, by its content type; images are what nothing else is. An animated picture is
 * shown as a video.
 */
export const kindOf = ({ contentType, loops }: Pick<Media, 'contentType' | 'loops'>): Kind => {
  if (loops || contentType.startsWith('video/')) return 'video';
  if (contentType.startsWith('audio/')) return 'audio';
  return contentType.includes('zip') ? 'archive' : 'image';
};
