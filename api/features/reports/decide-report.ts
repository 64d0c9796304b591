// A decision on a report: closes all reports of the same target, carries the decision out, audits
// it and emails the people concerned, in one transaction.
import type { MessageId } from '@camarim/contract/features/chats/messages';
import type { LiveId } from '@camarim/contract/features/lives';
import type { OrderId } from '@camarim/contract/features/orders';
import type { CommentId, MediaId, PostId, ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { recordAct, requireUnclaimed } from '../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { removeMessage } from '../chats/index.ts';
import { removeComment } from '../comments/index.ts';
import { endLiveIn } from '../lives/index.ts';
import { takeDownIn } from '../media/index.ts';
import { censorOrder } from '../orders/index.ts';
import { removePost } from '../posts/index.ts';
import { suspendProducer } from '../verifications/index.ts';
import { release } from '../withholding/index.ts';
import type { ReportReviewer } from './policy.ts';
import { contactSealContext } from './file-report.ts';
import type { SealedContact } from './file-report.ts';
import { nameOf } from './notify.ts';
import { closeReports, loadReport, loadTargets } from './store.ts';
import type { ClosedReport, Outcome, Target, TargetKind } from './store.ts';

type Decision = { outcome: Outcome; reason: string };
type DecisionContext = {
  ctx: Ctx;
  tx: Transaction;
  decider: Allowed<ReportReviewer>;
  reason: string;
};

/** Removes the target; false when it does not exist any more. */
type Remover = (deciding: DecisionContext, target: Target) => Promise<boolean>;

const takeDownAll = async (
  { ctx, tx, decider, reason }: DecisionContext,
  ids: readonly MediaId[],
): Promise<boolean> => {
  const taken = [];
  for (const id of ids) taken.push(await takeDownIn(ctx, tx, decider, id, reason));
  return taken.some((blocked) => blocked !== null);
};

const REMOVERS: Record<TargetKind, Remover> = {
  // Its media first: their fingerprints are blocked from being uploaded again.
  post: async (deciding, { id, media_ids: mediaIds }) => {
    await takeDownAll(deciding, mediaIds);
    return removePost(deciding.ctx, deciding.tx, id as PostId);
  },
  media: (deciding, { media_ids: mediaIds }) => takeDownAll(deciding, mediaIds),
  comment: async ({ ctx, tx }, { id }) => (await removeComment(ctx, tx, id as CommentId)) !== null,
  profile: ({ ctx, tx, decider, reason }, { owner_id: producerId }) =>
    suspendProducer(ctx, tx, decider, { producerId, reason }),
  message: async (deciding, { id, media_ids: mediaIds }) => {
    await takeDownAll(deciding, mediaIds);
    return removeMessage(deciding.ctx, deciding.tx, id as MessageId);
  },
  order: async (deciding, { id, owner_id: ownerId, media_ids: mediaIds }) => {
    await takeDownAll(deciding, mediaIds);
    return censorOrder(deciding.tx, id as OrderId, ownerId);
  },
  live: async ({ ctx, tx }, { id }) =>
    (await endLiveIn(ctx, tx, id as LiveId, 'moderation')) !== null,
};

const remove = async (deciding: DecisionContext, target: Target | undefined): Promise<void> => {
  if (!target || !(await REMOVERS[target.kind](deciding, target)))
    throw new AppError('report.nothingToRemove');
};

const notifyReporter = async (
  { ctx: { mail, seal, accounts }, tx, reason }: DecisionContext,
  { id, reporter_id: reporterId, sealed_contact: sealed }: ClosedReport,
  outcome: Outcome,
): Promise<void> => {
  const template = outcome === 'removed' ? 'reportUpheld' : 'reportDismissed';
  const left = sealed && seal.open<SealedContact>(contactSealContext(id), sealed);
  const person = reporterId
    ? await accounts.contactOf(tx, reporterId)
    : typeof left === 'string'
      ? { email: left, locale: 'pt' as const }
      : left;
  if (person)
    await mail.send(tx, { to: person.email, locale: person.locale, template, params: { reason } });
};

/** A suspended profile gets the email of the suspension instead. */
const notifyOwner = async (
  { ctx: { config, mail, accounts }, tx, reason }: DecisionContext,
  reportId: string,
  { kind, owner_id: ownerId }: Target,
): Promise<void> => {
  const person = await accounts.contactOf(tx, ownerId);
  const what = person && nameOf(person.locale, kind);
  if (!person || !what) return;
  const { email: to, locale, name } = person;
  await mail.send(tx, {
    to,
    locale,
    template: 'contentRemoved',
    params: {
      name,
      what,
      reason,
      link: `${config.publicUrl}/help?appeal=${reportId}`,
    },
  });
};

/**
 * Returns how many reports it closed. Throws report.notFound, report.alreadyDecided, decision.claimed
 * while another person holds one of the reports, decision.own for an administrator’s own content and for what
 * they reported, and report.nothingToRemove when the target does not exist any more.
 */
export const decideReport = async (
  ctx: Ctx,
  decider: Allowed<ReportReviewer>,
  id: string,
  { outcome, reason }: Decision,
): Promise<number> => {
  const now = ctx.clock.now();
  const adminId: ProfileId = decider.adminId;
  return transaction(ctx.db, async (tx) => {
    const report = await loadReport(tx, id);
    if (!report) throw new AppError('report.notFound');
    const closed = await closeReports(tx, report, { outcome, reason, adminId, now });
    if (!closed.some((one) => one.id === id)) throw new AppError('report.alreadyDecided');
    await requireUnclaimed(tx, { adminId, subjectIds: closed.map((one) => one.id), now });
    const deciding: DecisionContext = { ctx, tx, decider, reason };
    const [target] = await loadTargets(tx, [report]);
    for (const personId of [target?.owner_id, ...closed.map((one) => one.reporter_id)])
      refuseOwnDecision(adminId, personId ?? null);
    if (outcome === 'removed') await remove(deciding, target);
    else await release(ctx, tx, { cause: 'report', causeIds: closed.map((one) => one.id) });
    await recordAct(tx, {
      adminId,
      action: outcome === 'removed' ? 'report.upheld' : 'report.dismissed',
      profileId: target?.owner_id ?? null,
      subjectId: id,
      reason,
      now,
    });
    for (const one of closed) await notifyReporter(deciding, one, outcome);
    if (outcome === 'removed' && target) await notifyOwner(deciding, id, target);
    return closed.length;
  });
};
