// Withholds what a report of child safety or of an intimate image names, until it is decided.
import type { CommentId, MediaId, PostId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import type { WithheldTarget } from '../access/index.ts';
import { withhold } from '../withholding/index.ts';
import { notifyWithheld } from './notify.ts';
import { dueAtOf, reasonsLike, ruleOf } from './rules.ts';
import { loadTargets, type ReportBody, type Target } from './store.ts';
import { isTrusted } from './trust.ts';
import { isDismissedSince, type ReporterKey } from './trust-store.ts';

/**
 * What administrators looked at and left is not withheld again for the same class of reasons, or
 * reports would be a tool to silence competitors. It is reviewed again all the same.
 */
const TRUSTED_DAYS = 90;

const mediasOf = ({ media_ids: ids }: Target): WithheldTarget[] =>
  ids.map((id: MediaId) => ({ kind: 'media', id }));

/**
 * What of a target can be withheld. A message and an order lose their media: their texts are read
 * by two people only. A profile loses its two pictures, and its page stays. A running show is ended
 * by people only: its report comes first in the queue, and the team is notified at once.
 */
const WITHHELD: Record<Target['kind'], (target: Target) => WithheldTarget[]> = {
  post: ({ id }) => [{ kind: 'post', id: id as PostId }],
  media: mediasOf,
  comment: ({ id }) => [{ kind: 'comment', id: id as CommentId }],
  message: mediasOf,
  order: mediasOf,
  profile: mediasOf,
  live: () => [],
};

/**
 * Withholds what is reported, in the transaction of the report, unless that was looked at before,
 * or the reporter was wrong too often.
 */
export const withholdReported = async (
  ctx: Ctx,
  tx: Transaction,
  {
    id,
    targetKind,
    targetId,
    reason,
    ...reporter
  }: Pick<ReportBody, 'targetKind' | 'targetId' | 'reason'> & { id: string } & ReporterKey,
): Promise<void> => {
  const { withheld, fromOwner } = ruleOf(reason);
  if (!withheld) return;
  const now = ctx.clock.now();
  const [target] = await loadTargets(tx, [{ target_kind: targetKind, target_id: targetId }]);
  if (!target) return;
  const since = new Date(now.getTime() - TRUSTED_DAYS * DAY_MS);
  if (await isDismissedSince(tx, { targetKind, targetId, reasons: reasonsLike(reason) }, since))
    return;
  if (!(await isTrusted(ctx, tx, reporter, reason))) return;
  const closed = await withhold(ctx, tx, WITHHELD[targetKind](target), {
    cause: 'report',
    causeId: id,
    fromOwner,
    wholePosts: true,
  });
  if (closed.length > 0 && !fromOwner && (reason === 'intimateImage' || reason === 'noConsent'))
    await notifyWithheld(ctx, tx, target, { reason, dueAt: dueAtOf(reason, now, ctx.config) });
};
