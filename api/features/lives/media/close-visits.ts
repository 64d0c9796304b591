// Ends visits to shows: their people leave the room, and read nothing of the show any more.
import type { LiveId } from '@camarim/contract/features/lives';
import type { PeerId } from '@camarim/contract/features/lives/media';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { publishWatchers } from './presence.ts';
import { endVisits } from './visits-store.ts';

export const closeVisitsIn = async (
  ctx: Ctx,
  tx: Transaction,
  liveId: LiveId,
  peers: readonly PeerId[],
): Promise<void> => {
  if (peers.length === 0) return;
  const ended = await endVisits(tx, peers, ctx.clock.now());
  if (ended.length === 0) return;
  // Their sockets leave the room, unless another visit of theirs goes on.
  await ctx.outbox.changeAccess(tx, { viewers: ended.map(({ profile_id }) => profile_id) });
  await publishWatchers(ctx, tx, liveId);
};

/** Ends visits whose media have ended; repeating it changes nothing. */
export const closeVisits = async (
  ctx: Ctx,
  liveId: LiveId,
  peers: readonly PeerId[],
): Promise<void> => {
  if (peers.length > 0) await transaction(ctx.db, (tx) => closeVisitsIn(ctx, tx, liveId, peers));
};
