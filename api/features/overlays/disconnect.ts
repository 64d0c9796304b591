// Takes a connection to the events of rooms away; with the last one the events themselves are
// deleted.
import type { ProfileId } from '@camarim/contract/ids';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import { closeRoomLog, lockRoomLog } from '../lives/index.ts';
import { hasConnection } from './connections-store.ts';

/** `remove` deletes the connection; returns its result. */
export const disconnect = <Removed>(
  ctx: Ctx,
  producerId: ProfileId,
  remove: (tx: Transaction) => Promise<Removed>,
): Promise<Removed> =>
  transaction(ctx.db, async (tx) => {
    // Every connection opens the log first, so that none is made between here and the end.
    await lockRoomLog(tx, producerId);
    const removed = await remove(tx);
    if (!(await hasConnection(tx, producerId))) await closeRoomLog(tx, producerId);
    return removed;
  });
