// Ends the work on a media together with the hashes of its pictures, and has them compared with
// those of open removal requests. A job compares: it runs after the commit, so that of a request
// and an upload at the same moment one sees the other.
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
    if (hashes.length > 0) await ctx.jobs.enqueue(tx, 'removals.compare', { mediaId: work.id });
    return true;
  });
