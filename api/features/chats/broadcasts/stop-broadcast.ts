// A mass message that is withheld while it is sent stops. Its sender decides whether it goes on
// once it is shown again: what it says may have lost its meaning since.
import { topicKey } from '@camarim/contract/events';
import type { Ctx } from '../../../context.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { scheduleBroadcast } from './reviewable-broadcasts.ts';
import {
  type BroadcastRow,
  hasWithheld,
  type LockedBroadcast,
  lockBroadcast,
  setCancelled,
  setStopped,
} from './store.ts';

const announce = ({ outbox }: Ctx, tx: Transaction, broadcast: LockedBroadcast): Promise<void> =>
  outbox.publish(tx, {
    event: 'broadcasts',
    topics: [topicKey('member', broadcast.sender_id)],
    payload: { id: broadcast.id },
  });

/**
 * Stops a mass message (row locked) whose content is withheld by a decision, a report or a
 * performer in its media; true when it was. One that has not begun is cancelled.
 */
export const stopWithheld = async (
  ctx: Ctx,
  tx: Transaction,
  broadcast: LockedBroadcast,
): Promise<boolean> => {
  if (!(await hasWithheld(tx, broadcast.content_id))) return false;
  if (broadcast.state === 'scheduled') await setCancelled(tx, broadcast.id);
  else await setStopped(tx, broadcast.id, ctx.clock.now());
  await announce(ctx, tx, broadcast);
  return true;
};

/**
 * Goes on sending, to those of its receivers who were not reached. Throws broadcast.notStopped and
 * broadcast.withheld.
 */
export const continueBroadcast = (ctx: Ctx, { id }: Allowed<BroadcastRow>): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const broadcast = await lockBroadcast(tx, id);
    if (broadcast?.state !== 'sending' || !broadcast.stopped_at)
      throw new AppError('broadcast.notStopped');
    if (await hasWithheld(tx, broadcast.content_id)) throw new AppError('broadcast.withheld');
    await setStopped(tx, id, null);
    await scheduleBroadcast(ctx, tx, id, broadcast.send_at);
    await announce(ctx, tx, broadcast);
  });
