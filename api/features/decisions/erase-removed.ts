// Erases removed content when the time to contest its removal is over.
import type { MessageId } from '@camarim/contract/features/chats/messages';
import type { CommentId, PostId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { endWithholdings, targetsOf } from '../access/index.ts';
import { removeMessage } from '../chats/index.ts';
import { removeComment } from '../comments/index.ts';
import { eraseTakenDown } from '../media/index.ts';
import { removePost } from '../posts/index.ts';
import { drainDue } from '../../platform/failing-items/drain-due.ts';
import {
  type DecisionRow,
  dueErasures,
  ERASE_JOB,
  isUnderLegalHold,
  lockDecision,
  markErased,
} from './store.ts';

const ERASED_AT_ONCE = 100;

/** In the transaction that locked the decision, or made it. */
export const eraseIn = async (
  ctx: Ctx,
  tx: Transaction,
  { id, target_kind: kind, target_id: targetId }: DecisionRow,
): Promise<void> => {
  const now = ctx.clock.now();
  // First: what it kept as evidence is not kept any more.
  await markErased(tx, id, now);
  for (const target of await targetsOf(tx, 'decision', id))
    if (target.kind === 'media') await eraseTakenDown(ctx, tx, target.id);
  if (kind === 'post') await removePost(ctx, tx, targetId as PostId);
  if (kind === 'comment') await removeComment(ctx, tx, targetId as CommentId);
  if (kind === 'message') {
    // It is taken back for good now, which a withheld one can’t be.
    await endWithholdings(tx, 'decision', [id], now);
    await removeMessage(ctx, tx, targetId as MessageId);
  }
};

/** Erases what was removed long enough ago. A crash between two of them loses nothing. */
export const eraseRemoved = (ctx: Ctx): Promise<void> =>
  drainDue(
    ctx,
    {
      job: ERASE_JOB,
      batch: ERASED_AT_ONCE,
      take: (now) => dueErasures(ctx.db, now, ERASED_AT_ONCE),
      idOf: String,
    },
    (id) =>
      transaction(ctx.db, async (tx) => {
        const row = await lockDecision(tx, id);
        if (!row || row.erased_at || row.restored_at || row.contested) return false;
        if (await isUnderLegalHold(tx, id)) return false;
        await eraseIn(ctx, tx, row);
        return true;
      }),
  );
