// Accessible names of media.
import { m } from '../../../paraglide/messages.js';
import { kindOf, type Media, type MediaGroup } from './media.ts';

const LABELS = {
  image: m.post_media_of,
  video: m.post_video_of,
  audio: m.post_audio_of,
  archive: m.post_file_of,
};

/** "Vídeo 2 de 3, de Íris Veludo". */
export const labelOf = ({ medias, owner }: MediaGroup, media: Media): string =>
  LABELS[kindOf(media)]({
    number: medias.indexOf(media) + 1,
    total: medias.length,
    name: owner.exibitionName,
  });
