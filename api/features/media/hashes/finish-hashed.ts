// Ends the work on a media together with the hashes of its files and pictures, and has them
// compared with those of open removal requests. A job compares: it runs after the commit, so that
// of a request and an upload at the same moment one sees the other.
import type { Transaction } from '../../../platform/database/transaction.ts';
import { finish, type WorkContext } from '../process/steps.ts';
import { replaceFileHashes } from './files-store.ts';
import { type MediaHash, replaceHashes } from './hashes-store.ts';

/** `pictures` are those of the media, `members` the SHA-256 of the files in an archive. */
export const finishHashed = (
  context: WorkContext,
  { pictures = [], members = [] }: { pictures?: readonly MediaHash[]; members?: readonly string[] },
  change: (tx: Transaction) => Promise<boolean>,
): Promise<void> =>
  finish(context, async (tx) => {
    if (!(await change(tx))) return false;
    const { ctx, work, sha256 } = context;
    const now = ctx.clock.now();
    await replaceHashes(tx, work.id, pictures, now);
    await replaceFileHashes(tx, work.id, [sha256, ...members], now);
    await ctx.jobs.enqueue(tx, 'removals.compare', { mediaId: work.id });
    return true;
  });
