// Copies of media from which a person withdrew. Those of the same producer follow the original: the
// person is declared in them, and what was withdrawn from it is withdrawn from them. Those of other
// producers are withheld until a moderator has looked (decision 0082), unless the same person
// consents to appear there, or is that producer. So are those of the same producer that share only
// a file in an archive with it: the person may be in another file.
import type { MediaId, PerformerId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { type Copy, copiesByMember, copiesOf, hashesOf } from '../media/index.ts';
import { producersWhoAre, withdrawFromCopies, withdrawerOf } from '../verifications/index.ts';
import {
  consentedElsewhere,
  declareCopies,
  mediaWithdrawnFrom,
  ownedAmong,
  ownerOf,
  producerOf,
  withdrawnFromAny,
} from './store.ts';

type Visibility = Pick<
  Services,
  'postVisibility' | 'announcePerformer' | 'withholdCopiesElsewhere'
>;

/** In pages; the last one may be empty. */
async function* similarTo(ctx: Ctx, mediaId: MediaId): AsyncGenerator<Copy[]> {
  for await (const page of copiesOf(ctx.db, await hashesOf(ctx.db, [mediaId])))
    yield page.filter((copy) => copy.mediaId !== mediaId);
}

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
    // Copies that are found by an upload, or long after the withdrawal, have buyers, too.
    await ctx.jobs.enqueue(tx, 'consents.follow', { performerId });
  });

/** Follows a withdrawal into the copies, each as its owner is the same producer or another. */
const followInto = async (
  ctx: Ctx,
  visibility: Visibility,
  performerId: PerformerId,
  original: MediaId,
  copies: readonly Copy[],
): Promise<void> => {
  const producerId = await producerOf(ctx.db, performerId);
  if (!producerId || copies.length === 0) return;
  const ids = copies.map(({ mediaId }) => mediaId);
  const own = await ownedAmong(ctx.db, [producerId], ids);
  const doubtful = await copiesByMember(ctx.db, original, own);
  const sure = own.filter((id) => !doubtful.includes(id));
  if (sure.length > 0) await syncCopies(ctx, visibility, performerId, original, sure);
  const known = new Set([
    ...sure,
    ...(await mediaWithdrawnFrom(ctx.db, performerId)),
    ...(await ownedAmong(ctx.db, await producersWhoAre(ctx, performerId), ids)),
    ...(await consentedElsewhere(ctx.db, performerId, ids)),
  ]);
  const others = copies.filter(({ mediaId }) => !known.has(mediaId));
  if (others.length > 0)
    await visibility.withholdCopiesElsewhere(await withdrawerOf(ctx, performerId), others);
};

/** Every copy of what the performer withdrew from, turned or mirrored ones too. */
export const findCopies = async (
  ctx: Ctx,
  visibility: Visibility,
  performerId: PerformerId,
): Promise<void> => {
  for (const mediaId of await mediaWithdrawnFrom(ctx.db, performerId))
    for await (const copies of similarTo(ctx, mediaId))
      await followInto(ctx, visibility, performerId, mediaId, copies);
};

/** A media that was uploaded after a withdrawal, and is a copy of what was withdrawn. */
export const compareWithWithdrawals = async (
  ctx: Ctx,
  visibility: Visibility,
  mediaId: MediaId,
): Promise<void> => {
  if (!(await ownerOf(ctx.db, mediaId))) return;
  for await (const similar of similarTo(ctx, mediaId)) {
    // One question for all, because most uploads resemble nothing that was withdrawn.
    const withdrawn = await withdrawnFromAny(
      ctx.db,
      similar.map((copy) => copy.mediaId),
    );
    if (withdrawn.length === 0) continue;
    for (const { mediaId: original, ...likeness } of similar)
      for (const performerId of await withdrawnFromAny(ctx.db, [original]))
        await followInto(ctx, visibility, performerId, original, [{ mediaId, ...likeness }]);
  }
};
