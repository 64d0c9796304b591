// A decision on a report: closes all reports of the same target, carries the decision out, audits
// it and emails the people concerned, in one transaction.
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import type { RemovalReason } from '@camarim/contract/moderation';
import type { Ctx } from '../../context.ts';
import { recordAct, requireUnclaimed } from '../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import {
  appealUntil,
  contestLink,
  notifyRemoval,
  removeContent,
  ruleText,
} from '../decisions/index.ts';
import { endLiveIn } from '../lives/index.ts';
import { notify } from '../notifications/index.ts';
import { dayText } from '../../platform/text/day.ts';
import { suspendProducer } from '../verifications/index.ts';
import { release } from '../withholding/index.ts';
import type { ReportReviewer } from './policy.ts';
import { contactSealContext } from './file-report.ts';
import type { SealedContact } from './file-report.ts';
import { closeReports, loadReport, loadTargets } from './store.ts';
import type { ClosedReport, Outcome, ReportRow, Target, TargetKind } from './store.ts';

type Decision = {
  outcome: Outcome;
  code?: RemovalReason | undefined;
  reason: string;
  /** How many other reports of the same thing were seen. */
  alike?: number | undefined;
};
type DecisionContext = {
  ctx: Ctx;
  tx: Transaction;
  decider: Allowed<ReportReviewer>;
  reason: string;
};

/** Ends what nothing is kept of; false when it is over already. */
type EndTarget = (deciding: DecisionContext, target: Target) => Promise<boolean>;

const ENDINGS: Partial<Record<TargetKind, EndTarget>> = {
  profile: ({ ctx, tx, decider, reason }, { owner_id: producerId }) =>
    suspendProducer(ctx, tx, decider, { producerId, reason }),
  live: async ({ ctx, tx }, { id }) =>
    (await endLiveIn(ctx, tx, id as LiveId, 'moderation')) !== null,
};

/** The rule that a reported reason names, unless the decision names another. */
const CODES: Record<ReportRow['reason'], RemovalReason> = {
  minor: 'childSafety',
  terrorism: 'terrorism',
  intimateImage: 'intimateImage',
  noConsent: 'undeclaredPerson',
  violence: 'violence',
  fraud: 'fraud',
  copyright: 'copyright',
  harassment: 'harassment',
  other: 'otherRule',
};

const remove = async (
  deciding: DecisionContext,
  { id: originId, reason: reported }: ReportRow,
  target: Target | undefined,
  code: RemovalReason = CODES[reported],
): Promise<void> => {
  const { ctx, tx, reason } = deciding;
  if (!target || (await ENDINGS[target.kind]?.(deciding, target)) === false)
    throw new AppError('report.nothingToRemove');
  const { kind, id, owner_id: ownerId, media_ids: mediaIds, content_id: contentId } = target;
  const about = { origin: 'report', originId, code, reason } as const;
  const { adminId } = deciding.decider;
  // A profile is suspended as a whole, and keeps its pictures for the end of the suspension.
  const removed = { kind, id, ownerId, mediaIds: kind === 'profile' ? [] : mediaIds, contentId };
  if (!(await removeContent(ctx, tx, { ...about, target: removed, adminId })))
    throw new AppError('report.nothingToRemove');
  await notifyRemoval(ctx, tx, { ...about, ownerId, kind, count: 1 });
};

/** The statement of reasons to who reported, who may contest a refusal (DSA, article 20). */
const notifyReporter = async (
  { ctx, tx, reason }: DecisionContext,
  { id, reporter_id: reporterId, sealed_contact: sealed }: ClosedReport,
  { outcome, code: rule }: { outcome: Outcome; code: RemovalReason },
): Promise<void> => {
  const { mail, seal, accounts, config, clock } = ctx;
  const left = sealed && seal.open<SealedContact>(contactSealContext(id), sealed);
  const visitor = typeof left === 'string' ? { email: left, locale: 'pt' as const } : left;
  const person = reporterId ? await accounts.contactOf(tx, reporterId) : visitor;
  if (reporterId) await notify(ctx, tx, { profileId: reporterId, type: 'reportDecided' });
  if (!person) return;
  const { email: to, locale } = person;
  const params = { code: ruleText(locale, rule), reason };
  if (outcome === 'removed') return mail.send(tx, { to, locale, template: 'reportUpheld', params });
  const until = dayText(appealUntil(config, clock.now()), locale);
  if (!reporterId) {
    const link = await contestLink(ctx, { kind: 'report', id });
    const contested = { ...params, until, link };
    return mail.send(tx, { to, locale, template: 'reportDismissedToVisitor', params: contested });
  }
  const link = `${config.publicUrl}/help?appeal=${id}`;
  const contestable = { ...params, until, link };
  return mail.send(tx, { to, locale, template: 'reportDismissed', params: contestable });
};

/**
 * Returns how many reports it closed. Throws report.notFound, report.alreadyDecided, report.changed
 * when the thing was reported again since it was seen, decision.claimed while another person holds
 * one of the reports, decision.own for an administrator’s own content and for what they reported,
 * and report.nothingToRemove when the target does not exist any more.
 */
export const decideReport = async (
  ctx: Ctx,
  decider: Allowed<ReportReviewer>,
  id: string,
  { outcome, code, reason, alike }: Decision,
): Promise<number> => {
  const now = ctx.clock.now();
  const adminId: ProfileId = decider.adminId;
  return transaction(ctx.db, async (tx) => {
    const report = await loadReport(tx, id);
    if (!report) throw new AppError('report.notFound');
    const closed = await closeReports(tx, report, { outcome, reason, adminId, now });
    if (!closed.some((one) => one.id === id)) throw new AppError('report.alreadyDecided');
    if (alike !== undefined && closed.length !== alike + 1) throw new AppError('report.changed');
    await requireUnclaimed(tx, { adminId, subjectIds: closed.map((one) => one.id), now });
    const deciding: DecisionContext = { ctx, tx, decider, reason };
    const [target] = await loadTargets(tx, [report]);
    for (const personId of [target?.owner_id, ...closed.map((one) => one.reporter_id)])
      refuseOwnDecision(adminId, personId ?? null);
    if (outcome === 'removed') await remove(deciding, report, target, code);
    await release(ctx, tx, { cause: 'report', causeIds: closed.map((one) => one.id) });
    await recordAct(tx, {
      adminId,
      action: outcome === 'removed' ? 'report.upheld' : 'report.dismissed',
      profileId: target?.owner_id ?? null,
      subjectId: id,
      reason,
      now,
    });
    for (const one of closed)
      await notifyReporter(deciding, one, { outcome, code: code ?? CODES[report.reason] });
    return closed.length;
  });
};

/**
 * Removes what a refused report was about, because the person who reported it contested the
 * refusal; in the caller's transaction, which has refused its owner and its reporters. Throws
 * report.nothingToRemove.
 */
export const overturnDismissal = async (
  ctx: Ctx,
  tx: Transaction,
  decider: Allowed<ReportReviewer>,
  { reportId, reason }: { reportId: string; reason: string },
): Promise<void> => {
  const report = await loadReport(tx, reportId);
  const [target] = report ? await loadTargets(tx, [report]) : [];
  if (!report || !target) throw new AppError('report.nothingToRemove');
  await remove({ ctx, tx, decider, reason }, report, target);
  await recordAct(tx, {
    adminId: decider.adminId,
    action: 'report.upheld',
    profileId: target.owner_id,
    subjectId: reportId,
    reason,
    now: ctx.clock.now(),
  });
};
