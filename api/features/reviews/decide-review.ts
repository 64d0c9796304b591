// Decisions on content in review: it is published, or refused with a reason; and taking a refusal
// back.
import type { Routes } from '@camarim/contract';
import { REVIEW_REASONS } from '@camarim/contract/features/reviews/reasons';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { text } from '../../platform/text/text.ts';
import { hasStrikeOfShow } from './frames-store.ts';
import { currentSettings } from './submit-for-review.ts';
import type { ContentReviewer } from './policy.ts';
import type { ReviewableContent } from './reviewable-content.ts';
import { strikesSince } from './rules.ts';
import {
  countStrikes,
  findReview,
  lockReview,
  newestReviews,
  recordRestored,
  recordVerdict,
  type ReviewRow,
  type Verdict,
} from './store.ts';

type Decision = BodyOf<Routes['POST /dsb/reviews/{id}']>;

/** Throws validate.required for a reason that needs a note. */
const verdictOf = (decision: Decision): Verdict => {
  if (decision.outcome === 'approved')
    return { state: 'approved', reason: null, note: '', strike: false };
  const { reason, note } = decision;
  const rule = REVIEW_REASONS[reason];
  if (rule.note && note === '') throw fieldError('note', 'validate.required');
  return { state: 'refused', reason, note, strike: rule.strike };
};

const CONTENT_EMAILS = { refused: 'contentRefused', takenBack: 'refusalTakenBack' } as const;
const FRAMES_EMAILS = { refused: 'framesRefused', takenBack: 'framesRefusalTakenBack' } as const;

const emailAuthor = async (
  { accounts, config, mail }: Ctx,
  tx: Transaction,
  { id, kind, producer_id: producerId }: ReviewRow,
  reason: string | null,
): Promise<void> => {
  const person = await accounts.contactOf(tx, producerId);
  if (!person) return;
  const { email: to, locale, name } = person;
  const what = text(locale, `review.what.${kind}`);
  const templates = kind === 'frames' ? FRAMES_EMAILS : CONTENT_EMAILS;
  if (reason === null)
    return mail.send(tx, { to, locale, template: templates.takenBack, params: { name, what } });
  const link = `${config.publicUrl}/help?appeal=${id}`;
  return mail.send(tx, {
    to,
    locale,
    template: templates.refused,
    params: { name, what, reason, link },
  });
};

/** In the language of the author. */
const wordsOf = async (
  { accounts }: Ctx,
  tx: Transaction,
  producerId: ProfileId,
  { reason, note }: Verdict,
): Promise<string> => {
  const locale = (await accounts.contactOf(tx, producerId))?.locale ?? 'pt';
  return `${reason ? text(locale, `review.reason.${reason}`) : ''} ${note}`.trim();
};

/** Locked with what it is about, the content first. Throws review.notFound and decision.own. */
const lockReviewed = async (
  services: Services,
  tx: Transaction,
  { adminId }: ContentReviewer,
  id: string,
): Promise<{ row: ReviewRow; content: ReviewableContent; held: boolean }> => {
  const found = await findReview(tx, id);
  if (!found) throw new AppError('review.notFound');
  refuseOwnDecision(adminId, found.producer_id);
  const content = services.reviewableContent[found.kind];
  const held = await content.lock(tx, found.subject_id);
  const row = await lockReview(tx, id);
  if (!row) throw new AppError('review.notFound');
  return { row, content, held };
};

/** Several items of one show are one strike for each reason: the first one that is refused. */
const countsOnce = async (tx: Transaction, row: ReviewRow, verdict: Verdict): Promise<Verdict> => {
  const { strike, reason } = verdict;
  if (row.kind !== 'frames' || !strike || !reason) return verdict;
  return { ...verdict, strike: !(await hasStrikeOfShow(tx, row.subject_id, reason)) };
};

/**
 * Throws review.notFound, also when the content is gone, review.alreadyDecided, review.changed when
 * its author changed it since it was shown, decision.own, decision.claimed and validate.required.
 */
export const decideReview = async (
  ctx: Ctx,
  services: Services,
  reviewer: Allowed<ContentReviewer>,
  id: string,
  decision: Decision,
): Promise<DataInput<Routes['POST /dsb/reviews/{id}']>> => {
  const verdict = verdictOf(decision);
  const { adminId } = reviewer;
  return transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const { row, content, held } = await lockReviewed(services, tx, reviewer, id);
    if (row.state !== 'waiting') throw new AppError('review.alreadyDecided');
    if (!held) throw new AppError('review.notFound');
    if (row.version !== decision.version) throw new AppError('review.changed');
    await recordVerdict(tx, id, await countsOnce(tx, row, verdict), { adminId, now });
    await recordAct(tx, {
      adminId,
      action: verdict.state === 'approved' ? 'review.approved' : 'review.refused',
      profileId: row.producer_id,
      subjectId: id,
      reason: [verdict.reason, verdict.note].filter(Boolean).join(': '),
      now,
    });
    if (verdict.state === 'approved') await content.release(tx, row.subject_id);
    else {
      const reason = await wordsOf(ctx, tx, row.producer_id, verdict);
      await content.refuse?.(tx, row.subject_id, { adminId, reason, now });
      await emailAuthor(ctx, tx, row, reason);
    }
    const { settings } = await currentSettings(ctx, tx);
    return { strikes: await countStrikes(tx, row.producer_id, strikesSince(settings, now)) };
  });
};

/**
 * Its strike does not count any more. Content that was not changed since the refusal is published.
 * In the caller's transaction. Throws review.notFound, review.notRefused and decision.own.
 */
export const restoreReviewIn = async (
  ctx: Ctx,
  services: Services,
  tx: Transaction,
  reviewer: Allowed<ContentReviewer>,
  { id, reason }: { id: string; reason: string },
): Promise<{ published: boolean }> => {
  const { adminId } = reviewer;
  const now = ctx.clock.now();
  const { row, content, held } = await lockReviewed(services, tx, reviewer, id);
  if (row.state !== 'refused' || row.restored_at) throw new AppError('review.notRefused');
  await recordRestored(tx, id, now);
  await recordAct(tx, {
    adminId,
    action: 'review.restored',
    profileId: row.producer_id,
    subjectId: id,
    reason,
    now,
  });
  const newest = (await newestReviews(tx, row.kind, [row.subject_id])).get(row.subject_id);
  const published = held && newest?.id === id;
  if (published) await content.release(tx, row.subject_id);
  await emailAuthor(ctx, tx, row, null);
  return { published };
};

/** The same, at the wish of an administrator. */
export const restoreReview = (
  ctx: Ctx,
  services: Services,
  reviewer: Allowed<ContentReviewer>,
  id: string,
  reason: string,
): Promise<{ published: boolean }> =>
  transaction(ctx.db, (tx) => restoreReviewIn(ctx, services, tx, reviewer, { id, reason }));
