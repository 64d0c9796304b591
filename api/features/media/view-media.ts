// Loads media in one query and presents them: media of posts and profile images.
import type { MediaId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { installationSecret } from '../../platform/installation/secret.ts';
import type { Ctx } from '../../context.ts';
import { createAddressSigner } from './serve/addresses.ts';
import type { AddressSigner, Audience } from './serve/addresses.ts';
import { presentImage, presentMedia } from './present.ts';
import type { ImageView, MediaViewOptions, MediaView } from './present.ts';
import { mediaByIds } from './store.ts';
import type { MediaRow } from './store.ts';

/**
 * Media of one post, in order, all seen in the same way; `free`: but this one, which everyone sees
 * as a picture, or of which everyone sees a trailer of so many seconds, unless cutting it `failed`.
 */
export type MediaGroup = Omit<MediaViewOptions, 'free'> & {
  ids: readonly MediaId[];
  free?: { mediaId: MediaId; seconds: number | null; failed: boolean } | null;
};

const optionsOf = ({ free, ...options }: MediaGroup, id: MediaId): MediaViewOptions => {
  if (free?.mediaId !== id) return options;
  if (free.seconds !== null)
    return { ...options, free: { trailerSeconds: free.seconds, failed: free.failed } };
  return options.access === 'full'
    ? { ...options, free: 'picture' }
    : { ...options, access: 'full', audience: 'public', free: 'picture' };
};

const signers = new WeakMap<Buffer, AddressSigner>();

/** Signs with the installation's key; one per process, because it remembers. */
export const addressSigner = async ({ db }: Ctx): Promise<AddressSigner> => {
  const key = await installationSecret(db, 'media.addresses');
  const signer = signers.get(key) ?? createAddressSigner(key);
  signers.set(key, signer);
  return signer;
};

const rowsById = async ({ db }: Ctx, ids: readonly MediaId[]): Promise<Map<MediaId, MediaRow>> =>
  new Map((await mediaByIds(db, ids)).map((row) => [row.id, row]));

const isListedIn = (row: MediaRow, { owner, access, reviewing }: MediaGroup): boolean =>
  owner ||
  (row.playable_at !== null &&
    (row.withheld_for === null || access === 'full' || reviewing === true));

/**
 * The media of each group, in one query for all groups. Media that were never playable are shown to
 * their owner only; of withheld ones others learn, where they would see them, that they are
 * removed.
 */
export const viewMedia = async (
  ctx: Ctx,
  groups: readonly MediaGroup[],
  locale: Locale,
): Promise<MediaView[][]> => {
  const rows = await rowsById(
    ctx,
    groups.flatMap(({ ids }) => ids),
  );
  const presenting = { signer: await addressSigner(ctx), locale, now: ctx.clock.now() };
  return groups.map((group) =>
    group.ids.flatMap((id, order) => {
      const row = rows.get(id);
      return row && isListedIn(row, group)
        ? presentMedia(row, order, optionsOf(group, id), presenting)
        : [];
    }),
  );
};

/**
 * Profile images by media id, in one query; those that are not processed are left out. `audience`:
 * who can open their addresses.
 */
export const imageOf = async (
  ctx: Ctx,
  ids: readonly MediaId[],
  audience: Audience = 'public',
): Promise<Map<MediaId, ImageView>> => {
  const presenting = { signer: await addressSigner(ctx), audience, now: ctx.clock.now() };
  const images = new Map<MediaId, ImageView>();
  for (const row of await mediaByIds(ctx.db, ids)) {
    const image = presentImage(row, presenting);
    if (image) images.set(row.id, image);
  }
  return images;
};
