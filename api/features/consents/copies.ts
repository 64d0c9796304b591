// Copies of media from which a person withdrew, among all media of the same producer: the person is
// declared in them, and what was withdrawn from the original is withdrawn from them. Another
// producer may have a consent of the same person, so that copies there are a matter of the removal
// portal.
import type { MediaId, PerformerId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { copiesOf, hashesOf } from '../media/index.ts';
import { withdrawFromCopies } from '../verifications/index.ts';
import {
  declareCopies,
  mediaWithdrawnFrom,
  ownedAmong,
  ownerOf,
  producerOf,
  withdrawnFromAny,
} from './store.ts';

type Visibility = Pick<Services, 'postVisibility' | 'announcePerformer'>;

/** The most copies of one media that are considered, the nearest first. */
const COPIES_MAX = 2_000;

const similarTo = async (ctx: Ctx, mediaId: MediaId): Promise<MediaId[]> => {
  const found = await copiesOf(ctx.db, await hashesOf(ctx.db, [mediaId]), COPIES_MAX);
  return found.map((copy) => copy.mediaId).filter((id) => id !== mediaId);
};

/**
 * Declares the performer in the copies and withdraws the same from them. Repeating it changes
 * nothing.
 */
const syncCopies = (
  ctx: Ctx,
  { postVisibility, announcePerformer }: Visibility,
  performerId: PerformerId,
  original: MediaId,
  copies: readonly MediaId[],
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const declared = await declareCopies(tx, performerId, copies);
    const changed = await withdrawFromCopies(tx, performerId, original, copies, ctx.clock.now());
    if (declared.length === 0 && !changed) return;
    await postVisibility.sync(tx, performerId);
    await announcePerformer(tx, performerId);
  });

/** Every copy of what the performer withdrew from, turned or mirrored ones too. */
export const findCopies = async (
  ctx: Ctx,
  visibility: Visibility,
  performerId: PerformerId,
): Promise<void> => {
  const producerId = await producerOf(ctx.db, performerId);
  if (!producerId) return;
  for (const mediaId of await mediaWithdrawnFrom(ctx.db, performerId)) {
    const copies = await ownedAmong(ctx.db, producerId, await similarTo(ctx, mediaId));
    if (copies.length > 0) await syncCopies(ctx, visibility, performerId, mediaId, copies);
  }
};

/** A media that was uploaded after a withdrawal, and is a copy of what was withdrawn. */
export const compareWithWithdrawals = async (
  ctx: Ctx,
  visibility: Visibility,
  mediaId: MediaId,
): Promise<void> => {
  const ownerId = await ownerOf(ctx.db, mediaId);
  if (!ownerId) return;
  for (const original of await ownedAmong(ctx.db, ownerId, await similarTo(ctx, mediaId)))
    for (const performerId of await withdrawnFromAny(ctx.db, [original]))
      await syncCopies(ctx, visibility, performerId, original, [mediaId]);
};
