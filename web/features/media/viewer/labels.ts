// Accessible names of media.
import { m } from '../../../paraglide/messages.js';
import type { Post } from '../../posts/post-cache.ts';
import { kindOf, type Media } from './media.ts';

const LABELS = {
  image: m.post_media_of,
  video: m.post_video_of,
  audio: m.post_audio_of,
  archive: m.post_file_of,
};

/** "Vídeo 2 de 3, de Íris Veludo". */
export const labelOf = (post: Post, media: Media): string =>
  LABELS[kindOf(media)]({
    number: post.medias.indexOf(media) + 1,
    total: post.medias.length,
    name: post.profile.exibitionName,
  });
