// Client-side check of files by name, type and size; the server checks their content.
import {
  ARCHIVE_CONTENT_TYPES,
  AUDIO_CONTENT_TYPES,
  IMAGE_CONTENT_TYPES,
  maxUploadBytes,
  type MediaKind,
  mediaKindOf,
  POST_MEDIAS_MAX,
  VIDEO_CONTENT_TYPES,
} from '@camarim/contract/limits';

export type Refusal =
  | 'type'
  | 'heic'
  | 'imageType'
  | 'size'
  | 'imageSize'
  | 'count'
  | 'duplicate'
  | 'empty'
  | 'audios';

/** Every kind that a post accepts. */
export const ALL_KINDS: readonly MediaKind[] = ['image', 'video', 'audio', 'archive'];

const TYPES: Record<MediaKind, readonly string[]> = {
  image: IMAGE_CONTENT_TYPES,
  video: VIDEO_CONTENT_TYPES,
  audio: AUDIO_CONTENT_TYPES,
  archive: ARCHIVE_CONTENT_TYPES,
};

/** Content types by file extension, for systems that report none. */
const BY_ENDING: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  m4v: 'video/x-m4v',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
  '3gp': 'video/3gpp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  zip: 'application/zip',
  avif: 'image/avif',
};

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Recorders append codecs to the type, and some systems report none. */
export const contentTypeOf = ({ name, type }: Pick<File, 'name' | 'type'>): string => {
  const [bare = ''] = type.split(';');
  return mediaKindOf(bare) ? bare : (BY_ENDING[endingOf(name)] ?? bare);
};

/** The `accept` attribute of the file picker, with extensions. */
export const pickerTypes = (kinds: readonly MediaKind[]): string =>
  [
    ...kinds.flatMap((kind) => TYPES[kind]),
    ...Object.entries(BY_ENDING).flatMap(([ending, type]) =>
      kinds.some((kind) => TYPES[kind].includes(type)) ? `.${ending}` : [],
    ),
  ].join(',');

/** Unconverted iPhone photos: the server has no decoder for them. */
const HEIC = /^image\/hei[cf]/;
const HEIC_ENDING = /\.hei[cf]$/i;

/** Attachments besides the files: media of the vault. */
export type AttachedMedia = { medias: number; audio: boolean };

/**
 * Why a file can't be uploaded; null when it can. Sources: specification section 5, General upload,
 * and section 9.
 */
export const refusalOf = (
  file: File,
  present: readonly File[],
  kinds: readonly MediaKind[],
  beside: AttachedMedia = { medias: 0, audio: false },
): Refusal | null => {
  if (present.length + beside.medias >= POST_MEDIAS_MAX) return 'count';
  const kind = mediaKindOf(contentTypeOf(file));
  if (HEIC.test(file.type) || HEIC_ENDING.test(file.name)) return 'heic';
  if (!kind || !kinds.includes(kind)) return kinds.length > 1 ? 'type' : 'imageType';
  if (file.size === 0) return 'empty';
  if (file.size > maxUploadBytes(kind)) return kind === 'image' ? 'imageSize' : 'size';
  if (
    present.some(
      ({ name, size, lastModified }) =>
        name === file.name && size === file.size && lastModified === file.lastModified,
    )
  )
    return 'duplicate';
  return kind === 'audio' &&
    (beside.audio || present.some((other) => mediaKindOf(contentTypeOf(other)) === 'audio'))
    ? 'audios'
    : null;
};
