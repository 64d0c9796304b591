// Review of automations: they send nothing before the team approves their content; messages that
// are due in the meantime wait.
import { topicKey } from '@camarim/contract/events';
import type { AutomationId } from '@camarim/contract/features/chats/automations';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { type ReviewableContent, submitForReview } from '../../reviews/index.ts';
import { lockRule, type RuleRow, setRuleInReview } from './rules-store.ts';

type ReviewedContent = Pick<RuleRow, 'text' | 'media_ids'>;

/** Prices and receivers are not reviewed. */
const isSame = (before: ReviewedContent, text: string, mediaIds: readonly MediaId[]): boolean =>
  before.text === text &&
  before.media_ids.length === mediaIds.length &&
  mediaIds.every((id) => before.media_ids.includes(id));

/**
 * Starts a review of an automation (row locked) that is new (`before` null) or changed; one for
 * each version.
 */
export const submitAutomation = async (
  ctx: Ctx,
  tx: Transaction,
  { id, producerId, before }: { id: AutomationId; producerId: ProfileId; before: RuleRow | null },
  { text, mediaIds }: { text: string; mediaIds: readonly MediaId[] },
): Promise<void> => {
  if (before && isSame(before, text, mediaIds)) return;
  const held = (before?.held_at ?? null) !== null;
  const holds = await submitForReview(ctx, tx, {
    kind: 'automation',
    subjectId: id,
    producerId,
    held,
  });
  if (holds && !held) await setRuleInReview(tx, id, ctx.clock.now());
};

/**
 * Implements reviewable content for the reviews feature. Due messages are sent by the job that runs
 * every minute.
 */
export const createReviewableAutomations = ({ outbox }: Ctx): ReviewableContent => {
  const announce = async (tx: Transaction, id: string) => {
    const rule = await lockRule(tx, id as AutomationId);
    if (!rule) return;
    const topics = [topicKey('member', rule.producer_id)];
    await outbox.publish(tx, { event: 'automations', topics, payload: { id } });
  };
  return {
    lock: async (tx, id) => ((await lockRule(tx, id as AutomationId))?.held_at ?? null) !== null,
    release: async (tx, id) => {
      await setRuleInReview(tx, id as AutomationId, null);
      await announce(tx, id);
    },
    refuse: announce,
  };
};
