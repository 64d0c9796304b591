// Deciding on what was reported: once for all reports of the same thing, carried out, recorded and
// told in one transaction.
import type { CommentId, MediaId, PostId, ProfileId } from '@camarim/contract/ids';
import { recordAct } from '../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Platform } from '../../platform/platform.ts';
import { text } from '../../platform/text/text.ts';
import { removeComment } from '../comments/index.ts';
import { takeDownIn } from '../media/index.ts';
import { removePost } from '../posts/index.ts';
import { suspendProducer } from '../profiles/index.ts';
import type { Decider } from './policy.ts';
import { contactPlace } from './report.ts';
import type { Contacts, SealedContact } from './report.ts';
import { closeReports, loadReport, loadTargets } from './store.ts';
import type { Closed, Outcome, Target, TargetKind } from './store.ts';

type Decision = { outcome: Outcome; reason: string };
type Deciding = {
  platform: Platform;
  contacts: Contacts;
  tx: Transaction;
  decider: Allowed<Decider>;
  reason: string;
};

/** Takes it away; false when it is gone already. */
type Remove = (deciding: Deciding, target: Target) => Promise<boolean>;

const takeDownAll = async (
  { platform, tx, decider, reason }: Deciding,
  ids: readonly MediaId[],
): Promise<boolean> => {
  const taken = [];
  for (const id of ids) taken.push(await takeDownIn(platform, tx, decider, id, reason));
  return taken.some((blocked) => blocked !== null);
};

const REMOVES: Record<TargetKind, Remove | null> = {
  // Its pictures first: what they look like is remembered, so that they do not come back.
  post: async (deciding, { id, media_ids: mediaIds }) => {
    await takeDownAll(deciding, mediaIds);
    return removePost(deciding.platform, deciding.tx, id as PostId);
  },
  media: (deciding, { media_ids: mediaIds }) => takeDownAll(deciding, mediaIds),
  comment: async ({ platform, tx }, { id }) =>
    (await removeComment(platform, tx, id as CommentId)) !== null,
  profile: ({ platform, contacts, tx, decider, reason }, { owner_id: producerId }) =>
    suspendProducer(platform, contacts, tx, decider, { producerId, reason }),
  message: null,
  live: null,
};

const remove = async (deciding: Deciding, target: Target | undefined): Promise<void> => {
  if (!target || !(await REMOVES[target.kind]?.(deciding, target)))
    throw new AppError('report.nothingToRemove');
};

const tellReporter = async (
  { platform: { mail, seal }, contacts, tx, reason }: Deciding,
  { id, reporter_id: reporterId, sealed_contact: sealed }: Closed,
  outcome: Outcome,
): Promise<void> => {
  const template = outcome === 'removed' ? 'reportUpheld' : 'reportDismissed';
  const left = sealed && seal.open<SealedContact>(contactPlace(id), sealed);
  const person = reporterId
    ? await contacts.contactOf(tx, reporterId)
    : typeof left === 'string'
      ? { email: left, locale: 'pt' as const }
      : left;
  if (person)
    await mail.send(tx, { to: person.email, locale: person.locale, template, params: { reason } });
};

/** A suspended profile has an email of its own. */
const tellOwner = async (
  { platform: { config, mail }, contacts, tx, reason }: Deciding,
  reportId: string,
  { kind, owner_id: ownerId }: Target,
): Promise<void> => {
  const person = kind === 'profile' ? null : await contacts.contactOf(tx, ownerId);
  if (!person || (kind !== 'post' && kind !== 'media' && kind !== 'comment')) return;
  const { email: to, locale, name } = person;
  await mail.send(tx, {
    to,
    locale,
    template: 'contentRemoved',
    params: {
      name,
      what: text(locale, `report.what.${kind}`),
      reason,
      link: `${config.publicUrl}/help?appeal=${reportId}`,
    },
  });
};

/**
 * Answers how many reports it decided. Throws report.notFound, report.alreadyDecided, decision.own,
 * and report.nothingToRemove when what was reported is not there.
 */
export const decideReport = async (
  platform: Platform,
  contacts: Contacts,
  decider: Allowed<Decider>,
  id: string,
  { outcome, reason }: Decision,
): Promise<number> => {
  const now = platform.clock.now();
  const adminId: ProfileId = decider.adminId;
  const decided = await transaction(platform.db, async (tx) => {
    const report = await loadReport(tx, id);
    if (!report) throw new AppError('report.notFound');
    const closed = await closeReports(tx, report, { outcome, reason, adminId, now });
    if (!closed.some((one) => one.id === id)) throw new AppError('report.alreadyDecided');
    const deciding: Deciding = { platform, contacts, tx, decider, reason };
    const [target] = await loadTargets(tx, [report]);
    refuseOwnDecision(adminId, target?.owner_id ?? null);
    if (outcome === 'removed') await remove(deciding, target);
    await recordAct(tx, {
      adminId,
      action: outcome === 'removed' ? 'report.upheld' : 'report.dismissed',
      profileId: target?.owner_id ?? null,
      subjectId: id,
      reason,
      now,
    });
    for (const one of closed) await tellReporter(deciding, one, outcome);
    if (outcome === 'removed' && target) await tellOwner(deciding, id, target);
    return closed.length;
  });
  platform.outbox.nudge();
  return decided;
};
