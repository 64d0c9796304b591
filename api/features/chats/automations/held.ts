// Automations that are held for a review: they send nothing before a person of the team approves what
// they say, and what is due until then waits.
import { topicKey } from '@camarim/contract/events';
import type { AutomationId } from '@camarim/contract/features/chats/automations';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { type HeldContent, holdForReview } from '../../reviews/index.ts';
import { lockRule, type RuleRow, setRuleHeld } from './rules-store.ts';

type Said = Pick<RuleRow, 'text' | 'media_ids'>;

/** Prices and receivers are not reviewed. */
const isSame = (before: Said, text: string, mediaIds: readonly MediaId[]): boolean =>
  before.text === text &&
  before.media_ids.length === mediaIds.length &&
  mediaIds.every((id) => before.media_ids.includes(id));

/** Of a new one (`before` null) or a locked one that was changed: one review for each version. */
export const holdAutomation = async (
  ctx: Ctx,
  tx: Transaction,
  { id, producerId, before }: { id: AutomationId; producerId: ProfileId; before: RuleRow | null },
  { text, mediaIds }: { text: string; mediaIds: readonly MediaId[] },
): Promise<void> => {
  if (before && isSame(before, text, mediaIds)) return;
  const held = (before?.held_at ?? null) !== null;
  const holds = await holdForReview(ctx, tx, {
    kind: 'automation',
    subjectId: id,
    producerId,
    held,
  });
  if (holds && !held) await setRuleHeld(tx, id, ctx.clock.now());
};

/** Implements held content for the reviews feature. What is due is sent by the job of each minute. */
export const createHeldAutomations = ({ outbox }: Ctx): HeldContent => {
  const announce: HeldContent['announce'] = async (tx, id) => {
    const rule = await lockRule(tx, id as AutomationId);
    if (!rule) return;
    const topics = [topicKey('member', rule.producer_id)];
    await outbox.publish(tx, { event: 'automations', topics, payload: { id } });
  };
  return {
    lock: async (tx, id) => ((await lockRule(tx, id as AutomationId))?.held_at ?? null) !== null,
    release: async (tx, id) => {
      await setRuleHeld(tx, id as AutomationId, null);
      await announce(tx, id);
    },
    announce,
  };
};
