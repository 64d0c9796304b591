// Files a report by a member or visitor, with the deadline of its decision, and withholds at once
// what the law wants to be out of sight until then.
import { randomBytes } from 'node:crypto';
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { DAY_SECONDS } from '@camarim/contract/time';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { limitAddress } from '../../platform/limits/address.ts';
import type { Ctx } from '../../context.ts';
import { requestEvidence } from '../lives/index.ts';
import { acknowledgeReport, notifyUrgent } from './notify.ts';
import { dueAtOf, referenceOf } from './rules.ts';
import { withholdReported } from './withhold-reported.ts';
import { blankReportsOf, findReportedMessage, insertReport } from './store.ts';
import type { ReportBody } from './store.ts';
import { addressKeyOf } from './trust.ts';

export const contactSealContext = (id: string): string => `reports/${id}`;
export const evidenceSealContext = (id: string): string => `reports/${id}/evidence`;

/** Sealed contact data of a reporter without an account; old reports have the address alone. */
export type SealedContact = { email: string; locale: Locale } | string;

/** A report may withhold what other people published, so no person files them by the hundred. */
const REPORTS_PER_DAY = { member: 40, visitor: 10 } as const;

/** The person who reports, and how they get the reply. */
export type Reporter = { viewer: Viewer | null; address: string; locale: Locale };

/** Throws report.tooMany. */
const takeReport = async (
  { strictLimits }: Ctx,
  tx: Transaction,
  { viewer, address }: Reporter,
): Promise<void> => {
  const { allowed } = await strictLimits
    .in(tx)
    .take(`reports|${viewer?.profileId ?? limitAddress(address)}`, {
      limit: REPORTS_PER_DAY[viewer ? 'member' : 'visitor'],
      windowSeconds: DAY_SECONDS,
    });
  if (!allowed) throw new AppError('report.tooMany');
};

/**
 * The reply must not reveal whether the target exists. Of a message that the reporter can read,
 * what it says is sealed as evidence: its author may unsend it before the decision. Of a show a
 * frame is kept. Reporters without an account may leave an address, which is sealed with the
 * language of the answer. Throws report.tooMany.
 */
export const fileReport = async (
  ctx: Ctx,
  reporter: Reporter,
  report: Omit<ReportBody, 'recapcha'>,
): Promise<{ id: string; reference: string; dueAt: Date }> => {
  const { db, clock, seal } = ctx;
  const { viewer, address, locale } = reporter;
  const { email, ...fields } = report;
  const id = newId();
  const reference = referenceOf('R', randomBytes(8));
  const now = clock.now();
  const dueAt = dueAtOf(report.reason, now, ctx.config);
  const reporterKey = {
    reporterId: viewer?.profileId ?? null,
    addressKey: viewer ? null : await addressKeyOf(db, address),
  };
  const contact = viewer === null && email !== undefined ? { email, locale } : null;
  const evidence =
    viewer !== null && report.targetKind === 'message'
      ? await findReportedMessage(db, report.targetId, viewer.profileId)
      : null;
  await transaction(db, async (tx) => {
    await takeReport(ctx, tx, reporter);
    await notifyUrgent(ctx, tx, report, dueAt);
    await insertReport(tx, {
      ...fields,
      ...reporterKey,
      id,
      reference,
      sealedContact: contact && seal.seal(contactSealContext(id), contact satisfies SealedContact),
      sealedEvidence: evidence && seal.seal(evidenceSealContext(id), evidence),
      dueAt,
      now,
    });
    if (report.targetKind === 'live')
      await requestEvidence(ctx, tx, { liveId: report.targetId as LiveId, reportId: id });
    const { targetKind, targetId, reason } = report;
    await withholdReported(ctx, tx, { id, targetKind, targetId, reason, ...reporterKey });
    await acknowledgeReport(ctx, tx, viewer?.profileId ?? contact, { reference, dueAt });
  });
  return { id, reference, dueAt };
};

/** The person removed their account. */
export const eraseReportsOf = ({ db }: Ctx, profileId: ProfileId): Promise<void> =>
  blankReportsOf(db, profileId);
