// Statements of reasons to the owner of removed content, and news of its restoration, in their
// language (DSA, article 17).
import type { ProfileId } from '@camarim/contract/ids';
import type { AiChoice, Locale } from '@camarim/contract/limits';
import type { RemovalReason } from '@camarim/contract/moderation';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import type { AdminAction } from '../../platform/audit/audit.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { dayText } from '../../platform/text/day.ts';
import { text } from '../../platform/text/text.ts';
import { notify } from '../notifications/index.ts';
import { erasedFrom } from './remove-content.ts';
import type { DecisionOrigin, DecisionTarget } from './store.ts';

/** The thing with its article, in the middle of a sentence; of several media how many. */
export const nameOf = (locale: Locale, kind: DecisionTarget, count = 1): string =>
  count > 1
    ? text(locale, 'decision.files', { count: String(count) })
    : text(locale, `decision.what.${kind}`);

/** The rule in words, with the policy that it is in. */
export const ruleText = (locale: Locale, code: RemovalReason): string =>
  text(locale, `decision.code.${code}`);

/** What a label of AI says, in the middle of a sentence. */
export const labelText = (locale: Locale, label: AiChoice): string =>
  text(locale, `decision.ai.${label}`);

/** Until when a decision of this instant may be contested. */
export const appealUntil = (
  { APPEAL_DAYS: days }: Pick<Ctx['config'], 'APPEAL_DAYS'>,
  decidedAt: Date,
): Date => new Date(decidedAt.getTime() + days * DAY_MS);

/** Decisions about a person or an order of theirs, each with a sentence that says what it was. */
export const DECISIONS_MADE = [
  'producer.suspended',
  'producer.rejected',
  'order.settled',
  'order.refunded',
  'user.blocked',
  'live.warn',
  'live.blur',
  'live.pause',
  'live.end',
  'payoutRules.held',
  'cashOut.refused',
] as const satisfies readonly AdminAction[];
export type DecisionMade = (typeof DECISIONS_MADE)[number];

declare module '../../feature.ts' {
  interface Services {
    /**
     * A decision of this kind on the person ended as a won appeal asked for, which waited for a
     * second person; nothing where none waits.
     */
    appealTookEffect(
      tx: Transaction,
      ended: { profileId: ProfileId; action: DecisionMade },
    ): Promise<void>;
  }
}

/** What was decided, as a sentence to the person. */
export const madeText = (locale: Locale, action: DecisionMade): string =>
  text(locale, `decision.made.${action}`);

/**
 * The statement of reasons to the person whom the decision is about: what was decided, why, by whom
 * and how to contest it. `subjectId` is that of the entry in the audit log.
 */
export const notifyDecided = async (
  ctx: Ctx,
  tx: Transaction,
  {
    profileId,
    action,
    subjectId,
    reason,
  }: { profileId: ProfileId; action: DecisionMade; subjectId: string; reason: string },
): Promise<void> => {
  const person = await ctx.accounts.contactOf(tx, profileId);
  if (!person) return;
  const { email: to, locale, name } = person;
  await ctx.mail.send(tx, {
    to,
    locale,
    template: 'decisionMade',
    params: {
      name,
      what: madeText(locale, action),
      reason,
      until: dayText(appealUntil(ctx.config, ctx.clock.now()), locale),
      link: `${ctx.config.publicUrl}/help?appeal=${subjectId}`,
    },
  });
};

export type Statement = {
  ownerId: ProfileId;
  kind: DecisionTarget;
  /** How many things, of the owner's media. */
  count: number;
  origin: DecisionOrigin;
  originId: string;
  code: RemovalReason;
  reason: string;
};

/**
 * To the owner: what was removed, by which rule and why, after what, that a person decided, and how
 * to contest it. Suspensions and ended shows have messages of their own.
 */
export const notifyRemoval = async (
  ctx: Ctx,
  tx: Transaction,
  { ownerId, kind, count, origin, originId, code, reason }: Statement,
): Promise<void> => {
  if (kind === 'profile' || kind === 'live') return;
  await notify(ctx, tx, { profileId: ownerId, type: 'contentRemoved', text: reason });
  const person = await ctx.accounts.contactOf(tx, ownerId);
  if (!person) return;
  const now = ctx.clock.now();
  const { email: to, locale, name } = person;
  const gone = erasedFrom(ctx.config, code, now) <= now;
  await ctx.mail.send(tx, {
    to,
    locale,
    template: 'contentRemoved',
    params: {
      name,
      what: nameOf(locale, kind, count),
      code: ruleText(locale, code),
      origin: text(locale, `decision.origin.${origin}`),
      reason,
      kept: text(locale, gone ? 'decision.notKept' : 'decision.kept'),
      until: dayText(appealUntil(ctx.config, now), locale),
      link: `${ctx.config.publicUrl}/help?appeal=${originId}`,
    },
  });
};
