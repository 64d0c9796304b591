// Emails on their way and the local inbox, in the database.
import { isUuid } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { Selectable } from 'kysely';
import type { DB, Database } from '../database/database.ts';
import type { EmailName } from './email-templates.ts';
import type { Message, ReceivedMail } from './port.ts';

export type MailRow = { template: EmailName; locale: Locale; sealed: Buffer };

/** Inserts the emails by one statement. */
export const insertMails = async (
  tx: Database,
  mails: readonly (MailRow & { id: string })[],
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('mails')
    .values(
      mails.map(({ id, template, locale, sealed }) => ({
        id,
        template,
        locale,
        sealed,
        created_at: now,
      })),
    )
    .execute();
};

/** An email that is still to be sent; null when it was sent, failed or does not exist. */
export const loadMail = async (db: Database, id: string): Promise<MailRow | null> => {
  const row = await db
    .selectFrom('mails')
    .select(['template', 'locale', 'sealed'])
    .where('id', '=', id)
    .where('sealed', 'is not', null)
    .executeTakeFirst();
  return (row as MailRow | undefined) ?? null;
};

/** Deletes the content, whatever the email's result. */
export const finishMail = async (
  db: Database,
  id: string,
  outcome: 'sent_at' | 'failed_at',
  now: Date,
): Promise<void> => {
  await db
    .updateTable('mails')
    .set({ sealed: null, [outcome]: now })
    .where('id', '=', id)
    .execute();
};

export const deleteMailsBefore = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('mails').where('created_at', '<', before).execute();
};

/** The same message again changes nothing. */
export const insertInboxMail = async (
  db: Database,
  { id, to, subject, text, html }: Message,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('inbox_mails')
    .values({ message_id: id, recipient: to, subject, text, html, received_at: now })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute();
};

const receivedMail = ({
  message_id: id,
  recipient,
  subject,
  text,
  html,
  received_at: receivedAt,
}: Selectable<DB['inbox_mails']>): ReceivedMail => ({
  id,
  to: recipient,
  subject,
  text,
  html,
  receivedAt: receivedAt as unknown as Date,
});

export const listInbox = async (db: Database, limit: number): Promise<ReceivedMail[]> =>
  (await db.selectFrom('inbox_mails').selectAll().orderBy('id', 'desc').limit(limit).execute()).map(
    receivedMail,
  );

export const findInboxMail = async (db: Database, id: string): Promise<ReceivedMail | null> => {
  if (!isUuid(id)) return null;
  const row = await db
    .selectFrom('inbox_mails')
    .selectAll()
    .where('message_id', '=', id)
    .executeTakeFirst();
  return row ? receivedMail(row) : null;
};
