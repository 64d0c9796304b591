// Files a report by a member or visitor, with the deadline of its decision.
import { randomUUIDv7 } from 'node:crypto';
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { Transaction } from '../../platform/database/transaction.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { requestEvidence } from '../lives/index.ts';
import { text } from '../../platform/text/text.ts';
import { blankReportsOf, findReportedMessage, insertReport, urgentSince } from './store.ts';
import type { ReportBody } from './store.ts';

const HOUR_MS = 3_600_000;
/** These reasons have a deadline of 48 hours (Marco Civil, article 21), all others 7 days. */
const URGENT = [
  'minor',
  'intimateImage',
  'noConsent',
] as const satisfies readonly ReportBody['reason'][];
const isUrgent = (reason: ReportBody['reason']): reason is (typeof URGENT)[number] =>
  (URGENT as readonly string[]).includes(reason);

export const contactSealContext = (id: string): string => `reports/${id}`;
export const evidenceSealContext = (id: string): string => `reports/${id}/evidence`;

/** Sealed contact data of a reporter without an account; old reports have the address alone. */
export type SealedContact = { email: string; locale: Locale } | string;

/** Emails every administrator about an urgent report, once an hour at most. */
const notifyUrgent = async (
  { clock, config, mail, accounts }: Ctx,
  tx: Transaction,
  { reason }: ReportBody,
  dueAt: Date,
): Promise<void> => {
  if (
    !isUrgent(reason) ||
    (await urgentSince(tx, URGENT, new Date(clock.now().getTime() - HOUR_MS)))
  )
    return;
  for (const { email: to, locale } of await accounts.adminContacts(tx, 'content.decide')) {
    const when = new Intl.DateTimeFormat(locale, {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: 'America/Sao_Paulo',
    }).format(dueAt);
    await mail.send(tx, {
      to,
      locale,
      template: 'urgentReport',
      params: {
        reason: text(locale, `report.${reason}`),
        when,
        link: `${config.publicUrl}/dsb/reports`,
      },
    });
  }
};

/**
 * The reply must not reveal whether the target exists. Of a message that the reporter can read, what
 * it says is sealed as evidence: its author may unsend it before the decision. Of a show a frame is kept. Reporters without an
 * account may leave an address, which is sealed with `locale`, the language of the answer.
 */
export const fileReport = async (
  ctx: Ctx,
  viewer: Viewer | null,
  report: ReportBody,
  locale: Locale,
): Promise<{ id: string; dueAt: Date }> => {
  const { db, clock, seal } = ctx;
  const { email, ...fields } = report;
  const id = randomUUIDv7();
  const now = clock.now();
  const dueAt = new Date(now.getTime() + (isUrgent(report.reason) ? 48 : 7 * 24) * HOUR_MS);
  const sealedContact =
    viewer === null && email !== undefined
      ? seal.seal(contactSealContext(id), { email, locale } satisfies SealedContact)
      : null;
  const evidence =
    viewer !== null && report.targetKind === 'message'
      ? await findReportedMessage(db, report.targetId, viewer.profileId)
      : null;
  await transaction(db, async (tx) => {
    await notifyUrgent(ctx, tx, report, dueAt);
    await insertReport(tx, {
      ...fields,
      id,
      reporterId: viewer?.profileId ?? null,
      sealedContact,
      sealedEvidence: evidence && seal.seal(evidenceSealContext(id), evidence),
      dueAt,
      now,
    });
    if (report.targetKind === 'live')
      await requestEvidence(ctx, tx, { liveId: report.targetId as LiveId, reportId: id });
  });
  return { id, dueAt };
};

/** The person removed their account. */
export const eraseReportsOf = ({ db }: Ctx, profileId: ProfileId): Promise<void> =>
  blankReportsOf(db, profileId);
