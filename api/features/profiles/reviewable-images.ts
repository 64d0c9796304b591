// Review of a producer's new profile image or cover: the one before it stays until the team
// approves it.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { eraseMedia } from '../media/index.ts';
import { type ReviewableContent, submitForReview } from '../reviews/index.ts';
import { isReviewed } from './rules.ts';
import { type ImageRow, lockImages, type ProfileChanges, updateProfile } from './store.ts';

export type ImageKind = 'avatar' | 'cover';

/** The columns of an image: of the one that others see, and of the one that waits. */
const COLUMNS = {
  avatar: { shown: 'avatar_media_id', held: 'held_avatar_media_id' },
  cover: { shown: 'cover_media_id', held: 'held_cover_media_id' },
} as const;

const present = (ids: readonly (MediaId | null)[]): MediaId[] => ids.filter((id) => id !== null);

/**
 * The changes of a locked profile that gets this image (null: none), and the images to erase. An
 * image in review that is replaced waits again, with the next version.
 */
export const replaceImage = async (
  ctx: Ctx,
  tx: Transaction,
  { id, before }: { id: ProfileId; before: ImageRow },
  { kind, mediaId }: { kind: ImageKind; mediaId: MediaId | null },
): Promise<{ changes: ProfileChanges; erased: MediaId[] }> => {
  const { shown, held } = COLUMNS[kind];
  const holds =
    mediaId !== null &&
    isReviewed(before.producer_stage) &&
    (await submitForReview(ctx, tx, {
      kind,
      subjectId: id,
      producerId: id,
      held: before[held] !== null,
    }));
  return holds
    ? { changes: { [held]: mediaId }, erased: present([before[held]]) }
    : {
        changes: { [shown]: mediaId, [held]: null },
        erased: present([before[shown], before[held]]),
      };
};

/**
 * Implements reviewable content for the reviews feature; the subject of a review is the profile.
 */
export const createReviewableImages = (ctx: Ctx, kind: ImageKind): ReviewableContent => {
  const { shown, held } = COLUMNS[kind];
  return {
    lock: async (tx, id) => (await lockImages(tx, id as ProfileId))[held] !== null,
    release: async (tx, id) => {
      const before = await lockImages(tx, id as ProfileId);
      await updateProfile(tx, id as ProfileId, { [shown]: before[held], [held]: null });
      await eraseMedia(ctx, tx, present([before[shown]]));
    },
  };
};
