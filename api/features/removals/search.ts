// Looks for copies of the pictures of a request among all media, and compares new media with the
// pictures of open requests.
import type { MediaId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { copiesOf, hashesOf, type KnownHash } from '../media/index.ts';
import { addItems } from './items.ts';
import { lockRequest, markSearched, mediasNamed, requestsLike, uploadedHashes } from './store.ts';

/** The most copies of one image or media that are considered, the nearest first. */
const COPIES_MAX = 2_000;

/** Every copy of the uploaded pictures and of the named media, turned or mirrored ones too. */
export const searchCopies = async (ctx: Ctx, requestId: string): Promise<void> => {
  const uploaded = await uploadedHashes(ctx.db, requestId);
  const named = await mediasNamed(ctx.db, requestId);
  const alike = async (pictures: readonly KnownHash[], via: 'picture' | 'copy') =>
    (await copiesOf(ctx.db, pictures, COPIES_MAX)).map((copy) => ({ ...copy, via }));
  const items = [
    ...(await alike(uploaded, 'picture')),
    ...(await alike(await hashesOf(ctx.db, named), 'copy')),
  ].filter(({ mediaId }) => !named.includes(mediaId));
  const once = [...new Map(items.toReversed().map((item) => [item.mediaId, item])).values()];
  await transaction(ctx.db, async (tx) => {
    const request = await lockRequest(tx, requestId);
    if (!request || request.decided_at) return;
    await addItems(ctx, tx, request, once);
    await markSearched(tx, requestId, ctx.clock.now());
  });
};

/** A media that was uploaded after the request, and has one of its pictures, is withheld, too. */
export const compareWithRequests = async (ctx: Ctx, mediaId: MediaId): Promise<void> => {
  for (const { id, ...likeness } of await requestsLike(ctx.db, await hashesOf(ctx.db, [mediaId])))
    await transaction(ctx.db, async (tx) => {
      const request = await lockRequest(tx, id);
      if (request && !request.decided_at)
        await addItems(ctx, tx, request, [{ mediaId, via: 'later', ...likeness }]);
    });
};
