// Emails to the people of the team who decide about content, and the reminders of cases with a
// deadline.
import type { Locale } from '@camarim/contract/limits';
import { SAO_PAULO } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import type { EmailName, EmailTemplates } from '../../platform/mail/email-templates.ts';
import { remindersDue } from './rules.ts';

/** An instant as people of Brazil write it. */
export const momentIn = (locale: Locale, at: Date): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: SAO_PAULO,
  }).format(at);

/** Each in their language. */
export const emailDeciders = async <Name extends EmailName>(
  { accounts, mail }: Pick<Ctx, 'accounts' | 'mail'>,
  tx: Transaction,
  template: Name,
  paramsIn: (locale: Locale) => EmailTemplates[Name],
): Promise<void> => {
  for (const { email: to, locale } of await accounts.adminContacts(tx, 'content.decide'))
    await mail.send(tx, { to, locale, template, params: paramsIn(locale) });
};

/** A case that waits, with how many reminders of it were sent. */
export type OpenCase = { id: string; created_at: Date; due_at: Date; reminders: number };

export type Reminder = {
  /** Cases that wait and have had fewer than two reminders, the soonest due first, locked. */
  lock(tx: Transaction): Promise<OpenCase[]>;
  setReminders(tx: Transaction, cases: readonly OpenCase[]): Promise<void>;
  template: 'reportsDue' | 'removalsDue' | 'appealsDue';
  /** Where they are decided. */
  page: string;
};

/** One email for all cases that need a reminder now; each case has two at most. */
export const remindDue = async (
  ctx: Ctx,
  { lock, setReminders, template, page }: Reminder,
): Promise<void> => {
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    const due = (await lock(tx)).flatMap((open) => {
      const reminders = remindersDue(open, now);
      return reminders > open.reminders ? [{ ...open, reminders }] : [];
    });
    const [soonest] = due;
    if (!soonest) return;
    const late = due.filter(({ reminders }) => reminders === 2).length;
    await emailDeciders(ctx, tx, template, (locale) => ({
      near: String(due.length - late),
      late: String(late),
      when: momentIn(locale, soonest.due_at),
      link: `${ctx.config.publicUrl}${page}`,
    }));
    await setReminders(tx, due);
  });
};
