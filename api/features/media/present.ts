// A media row as its viewer may see it: addresses only of what the viewer has a right to.
import type { ErrorCode } from '@camarim/contract/errors';
import type { mediaSchema } from '@camarim/contract/features/media';
import type { imageSchema } from '@camarim/contract/features/profiles';
import type { Locale } from '@camarim/contract/limits';
import type { z } from 'zod';
import { text } from '../../platform/text/text.ts';
import { aiLabelOf } from './ai/rules.ts';
import type { AddressSigner, Audience } from './serve/addresses.ts';
import type { MediaRow } from './store.ts';

export type MediaView = z.input<typeof mediaSchema>;
export type ImageView = z.input<typeof imageSchema>;

/** How much of a media is shown, and to whom its addresses are given. */
export type MediaViewOptions = {
  access: 'full' | 'preview';
  audience: Audience;
  /** The owner also learns the file's name and why it failed. */
  owner: boolean;
  /** For an administrator who decides about it, so that it is shown while it is withheld, too. */
  reviewing?: true;
  /** It is the free preview of its post. */
  free?: 'picture' | { trailerSeconds: number; failed: boolean };
};

/** What a presenter needs besides the row. */
export type PresentContext = { signer: AddressSigner; locale: Locale; now: Date };

/**
 * Sound alone in the container of a video, as browsers record voice notes, is stored with the type
 * of the container, which opens it; for a viewer it is audio.
 */
export const contentTypeOf = ({
  kind,
  content_type: type,
}: Pick<MediaRow, 'kind' | 'content_type'>): string =>
  kind === 'audio' ? type.replace(/^video\//, 'audio/') : type;

export const presentMedia = (
  row: MediaRow,
  order: number,
  { access, audience, owner, reviewing, free }: MediaViewOptions,
  { signer, locale, now }: PresentContext,
): MediaView => {
  const open = row.withheld_for === null || owner || reviewing === true;
  const shown = row.playable_at !== null && row.status !== 'error' && open;
  const images = shown && row.thumbhash !== null ? signer.addressesOf(row.id, audience, now) : null;
  const whole = access === 'full' ? images : null;
  const { trailerSeconds: seconds, failed } =
    typeof free === 'object' ? free : { trailerSeconds: null, failed: false };
  const cut = seconds !== null && row.trailers.includes(seconds);
  return {
    id: row.id,
    contentType: contentTypeOf(row),
    status: row.status,
    removed: row.withheld_for === 'decision',
    ai: open ? aiLabelOf(row) : null,
    errorMessage: owner && row.error_code ? text(locale, row.error_code as ErrorCode) : null,
    name: owner || (row.kind === 'archive' && access === 'full') ? row.name : null,
    bytes: row.kind === 'archive' ? row.bytes : null,
    order,
    width: row.width,
    height: row.height,
    thumbhash: open ? row.thumbhash : null,
    preview: images?.preview ?? null,
    url: whole?.full ?? null,
    mdThumb: whole?.md ?? null,
    lgThumb: whole?.lg ?? null,
    loops: row.kind === 'video' && row.content_type.startsWith('image/'),
    durationMs: row.duration_ms,
    progress: owner && row.status === 'processing' ? row.progress : null,
    free: free !== undefined,
    trailer: shown && cut ? signer.trailerOf(row.id, seconds, now) : null,
    trailerSeconds: owner ? seconds : null,
    trailerFailed: owner && failed && !cut,
    ...playedParts(row, shown && access === 'full' ? signer.playOf(row.id, audience, now) : null),
    createdAt: row.created_at.toISOString(),
  };
};

type PlaybackFields = Pick<
  MediaView,
  | 'm3u8'
  | 'mp4Output'
  | 'audio'
  | 'download'
  | 'availableResolutions'
  | 'sprite'
  | 'captions'
  | 'waveform'
>;

/** What is played of a media, at addresses under `base`; nothing without one. */
const playedParts = (
  { kind, status, resolutions, sprite, captions, waveform }: MediaRow,
  base: string | null,
): PlaybackFields => {
  const finished = base !== null && status === 'processed';
  return {
    m3u8: base !== null && resolutions.length > 0 ? `${base}master.m3u8` : null,
    mp4Output: finished && kind === 'video' ? `${base}whole.mp4` : null,
    audio: finished && kind === 'audio' ? `${base}sound.m4a` : null,
    download: finished && kind === 'archive' ? `${base}file` : null,
    availableResolutions: resolutions.join(','),
    sprite: finished && sprite ? { url: `${base}sprite.jpg`, ...sprite } : null,
    captions:
      base === null
        ? []
        : captions.map((language) => ({ language, url: `${base}captions/${language}.vtt` })),
    waveform: kind === 'audio' ? waveform : null,
  };
};

/** A profile image; null until it is processed, and while it is withheld. */
export const presentImage = (
  row: MediaRow,
  { signer, audience, now }: Pick<PresentContext, 'signer' | 'now'> & { audience: Audience },
): ImageView | null => {
  if (
    row.status !== 'processed' ||
    row.width === null ||
    row.height === null ||
    row.thumbhash === null ||
    row.withheld_for !== null
  )
    return null;
  const { full, md, lg } = signer.addressesOf(row.id, audience, now);
  return {
    url: full,
    mdThumb: md,
    lgThumb: lg,
    width: row.width,
    height: row.height,
    thumbhash: row.thumbhash,
  };
};
