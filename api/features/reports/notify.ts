// Emails about reports: their acknowledgement, urgent ones and reminders to administrators, and the
// owner of what was withheld.
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import { text } from '../../platform/text/text.ts';
import { nameOf } from '../decisions/index.ts';
import { URGENT_REASONS, isUrgent } from './rules.ts';
import { type ReportBody, type Target, urgentSince } from './store.ts';

const HOUR_MS = 3_600_000;

/** An instant as people of Brazil write it. */
export const momentIn = (locale: Locale, at: Date): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'America/Sao_Paulo',
  }).format(at);

/** Emails every administrator about an urgent report, once an hour at most. */
export const notifyUrgent = async (
  { clock, config, mail, accounts }: Ctx,
  tx: Transaction,
  { reason }: Pick<ReportBody, 'reason'>,
  dueAt: Date,
): Promise<void> => {
  if (
    !isUrgent(reason) ||
    (await urgentSince(tx, URGENT_REASONS, new Date(clock.now().getTime() - HOUR_MS)))
  )
    return;
  for (const { email: to, locale } of await accounts.adminContacts(tx, 'content.decide'))
    await mail.send(tx, {
      to,
      locale,
      template: 'urgentReport',
      params: {
        reason: text(locale, `report.${reason as UrgentReason}`),
        when: momentIn(locale, dueAt),
        link: `${config.publicUrl}/dsb/reports`,
      },
    });
};

type UrgentReason = 'minor' | 'terrorism' | 'intimateImage' | 'noConsent';

/** Tells the reporter the reference and the deadline; a visitor who left an address, too. */
export const acknowledge = async (
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

/** Reminds every administrator of reports that are nearly due or late, all in one email. */
export const remind = async (
  { config, mail, accounts }: Ctx,
  tx: Transaction,
  { near, late, soonest }: { near: number; late: number; soonest: Date },
): Promise<void> => {
  for (const { email: to, locale } of await accounts.adminContacts(tx, 'content.decide'))
    await mail.send(tx, {
      to,
      locale,
      template: 'reportsDue',
      params: {
        near: String(near),
        late: String(late),
        when: momentIn(locale, soonest),
        link: `${config.publicUrl}/dsb/reports`,
      },
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
