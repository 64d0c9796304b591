// Ends the work on a media together with the hashes of its pictures.
import type { Transaction } from '../../../platform/database/transaction.ts';
import { finish, type WorkContext } from '../process/steps.ts';
import { type MediaHash, replaceHashes } from './hashes-store.ts';

export const finishHashed = (
  context: WorkContext,
  hashes: readonly MediaHash[],
  change: (tx: Transaction) => Promise<boolean>,
): Promise<void> =>
  finish(context, async (tx) => {
    if (!(await change(tx))) return false;
    const { ctx, work } = context;
    await replaceHashes(tx, work.id, hashes, ctx.clock.now());
    return true;
  });
