// Looks for copies of the pictures and files of a request among all media, and compares new media
// with those of open requests.
import type { MediaId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { copiesOf, hashesOf, type KnownHashes } from '../media/index.ts';
import { addItems } from './items.ts';
import {
  lockRequest,
  markSearched,
  mediasNamed,
  type RequestRow,
  requestsLike,
  uploadedHashes,
} from './store.ts';

/** Runs `change` with the request locked; does nothing when it was decided. */
const whileOpen = (
  ctx: Ctx,
  requestId: string,
  change: (tx: Transaction, request: RequestRow) => Promise<void>,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const request = await lockRequest(tx, requestId);
    if (request && !request.decided_at) await change(tx, request);
  });

/**
 * Every copy of the uploaded pictures and of the named media, turned or mirrored ones too. A media
 * that was added before stays as it was.
 */
export const searchCopies = async (ctx: Ctx, requestId: string): Promise<void> => {
  const uploaded = await uploadedHashes(ctx.db, requestId);
  const named = await mediasNamed(ctx.db, requestId);
  const addAlike = async (known: KnownHashes, via: 'picture' | 'copy'): Promise<void> => {
    for await (const page of copiesOf(ctx.db, known))
      await whileOpen(ctx, requestId, (tx, request) => {
        const others = page.filter(({ mediaId }) => !named.includes(mediaId));
        return addItems(
          ctx,
          tx,
          request,
          others.map((copy) => ({ ...copy, via })),
        );
      });
  };
  await addAlike({ pictures: uploaded, files: [] }, 'picture');
  await addAlike(await hashesOf(ctx.db, named), 'copy');
  await whileOpen(ctx, requestId, (tx) => markSearched(tx, requestId, ctx.clock.now()));
};

/**
 * A media that was uploaded after the request, and has one of its pictures or files, is withheld,
 * too.
 */
export const compareWithRequests = async (ctx: Ctx, mediaId: MediaId): Promise<void> => {
  for (const { id, ...likeness } of await requestsLike(ctx.db, await hashesOf(ctx.db, [mediaId])))
    await whileOpen(ctx, id, (tx, request) =>
      addItems(ctx, tx, request, [{ mediaId, via: 'later', ...likeness }]),
    );
};
