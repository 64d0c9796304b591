// A media row as its viewer may see it: addresses only of what the viewer has a right to.
import type { ErrorCode } from '@camarim/contract/errors';
import type { mediaSchema } from '@camarim/contract/features/posts';
import type { imageSchema } from '@camarim/contract/features/profiles';
import type { Locale } from '@camarim/contract/limits';
import type { z } from 'zod';
import { text } from '../../platform/text/text.ts';
import type { AddressSigner, Audience } from './addresses.ts';
import type { MediaRow } from './store.ts';

export type MediaView = z.input<typeof mediaSchema>;
export type ImageView = z.input<typeof imageSchema>;

/** How much of a media is shown, and to whom its addresses are given. */
export type MediaSight = {
  sight: 'full' | 'preview';
  audience: Audience;
  /** The owner also learns the file's name and why it failed. */
  owner: boolean;
};

/** What a presenter needs besides the row. */
export type Presenting = { signer: AddressSigner; locale: Locale; now: Date };

export const presentMedia = (row: MediaRow, order: number, { sight, audience, owner }: MediaSight, { signer, locale, now }: Presenting): MediaView => {
  const addresses = row.status === 'processed' ? signer.addressesOf(row.id, audience, now) : null;
  const open = sight === 'full' ? addresses : null;
  return {
    id: row.id,
    contentType: row.content_type,
    status: row.status,
    errorMessage: owner && row.error_code ? text(locale, row.error_code as ErrorCode) : null,
    name: owner ? row.name : null,
    order,
    width: row.width,
    height: row.height,
    thumbhash: row.thumbhash,
    preview: addresses?.preview ?? null,
    url: open?.full ?? null,
    mdThumb: open?.md ?? null,
    lgThumb: open?.lg ?? null,
    createdAt: row.created_at.toISOString(),
  };
};

/** A profile's picture, for anybody; null until it is processed. */
export const presentImage = (row: MediaRow, { signer, now }: Pick<Presenting, 'signer' | 'now'>): ImageView | null => {
  if (row.status !== 'processed' || row.width === null || row.height === null || row.thumbhash === null) return null;
  const { full, md, lg } = signer.addressesOf(row.id, 'public', now);
  return { url: full, mdThumb: md, lgThumb: lg, width: row.width, height: row.height, thumbhash: row.thumbhash };
};
