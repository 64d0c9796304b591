// Emails about reports: their acknowledgement, urgent ones and reminders to administrators, and the
// owner of what was withheld.
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { HOUR_MS } from '@camarim/contract/time';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import { text } from '../../platform/text/text.ts';
import { nameOf } from '../decisions/index.ts';
import { emailDeciders, momentIn } from './remind.ts';
import { URGENT_REASONS, isUrgent } from './rules.ts';
import { type ReportBody, type Target, urgentSince } from './store.ts';

/** Emails administrators about an urgent report: once an hour at most, and of a show always. */
export const notifyUrgent = async (
  ctx: Ctx,
  tx: Transaction,
  { reason, targetKind }: Pick<ReportBody, 'reason' | 'targetKind'>,
  dueAt: Date,
): Promise<void> => {
  const since = new Date(ctx.clock.now().getTime() - HOUR_MS);
  // A running show can't be withheld and is over soon, so that each report of one counts.
  if (!isUrgent(reason)) return;
  if (targetKind !== 'live' && (await urgentSince(tx, URGENT_REASONS, since))) return;
  await emailDeciders(ctx, tx, 'urgentReport', (locale) => ({
    reason: text(locale, `report.${reason as UrgentReason}`),
    when: momentIn(locale, dueAt),
    link: `${ctx.config.publicUrl}/dsb/reports`,
  }));
};

type UrgentReason = 'minor' | 'terrorism' | 'intimateImage' | 'noConsent';

/** Tells the reporter the reference and the deadline; a visitor who left an address, too. */
export const acknowledgeReport = async (
  { mail, accounts }: Ctx,
  tx: Transaction,
  reporter: ProfileId | { email: string; locale: Locale } | null,
  { reference, dueAt }: { reference: string; dueAt: Date },
): Promise<void> => {
  const person = typeof reporter === 'string' ? await accounts.contactOf(tx, reporter) : reporter;
  if (!person) return;
  await mail.send(tx, {
    to: person.email,
    locale: person.locale,
    template: 'reportReceived',
    params: { reference, when: momentIn(person.locale, dueAt) },
  });
};

/** Tells the owner what is withheld until the decision, and why. */
export const notifyWithheld = async (
  { config, mail, accounts }: Ctx,
  tx: Transaction,
  { kind, owner_id: ownerId }: Target,
  { reason, dueAt }: { reason: UrgentReason; dueAt: Date },
): Promise<void> => {
  const person = await accounts.contactOf(tx, ownerId);
  if (!person) return;
  await mail.send(tx, {
    to: person.email,
    locale: person.locale,
    template: 'contentWithheld',
    params: {
      name: person.name,
      what: nameOf(person.locale, kind),
      reason: text(person.locale, `report.${reason}`),
      when: momentIn(person.locale, dueAt),
      link: `${config.publicUrl}/help`,
    },
  });
};
