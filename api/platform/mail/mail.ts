// Sends emails: a sealed row and a job in the caller's transaction; the job renders the email and
// gives it to the transport.
import { DAY_MS } from '@camarim/contract/time';
import type { Clock } from '../clock/port.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids/new-id.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Jobs } from '../jobs/port.ts';
import type { Seal } from '../seal/seal.ts';
import { renderEmail } from './email-templates.ts';
import type { Inbox, Email, Mail, MailTransport } from './port.ts';
import { finishMail, deleteMailsBefore, insertMails, loadMail } from './store.ts';

declare module '../jobs/port.ts' {
  interface JobPayloads {
    'mail.deliver': { mailId: string };
    /** An email that one press ends: many at a time, and nothing depends on them. */
    'mail.deliverNotice': { mailId: string };
    'mail.sweep': Record<never, never>;
  }
}

type MailContext = { db: Database; clock: Clock; seal: Seal; jobs: Jobs };

/** Rows of sent emails are kept this long, to answer "was it sent?". */
export const MAILS_KEPT_DAYS = 30;
const RETENTION_MS = MAILS_KEPT_DAYS * DAY_MS;

const sealContext = (mailId: string): string => `mails/${mailId}`;

const deliver = async (
  { db, clock, seal }: MailContext,
  transport: MailTransport,
  mailId: string,
): Promise<void> => {
  const row = await loadMail(db, mailId);
  if (!row) return;
  const { to, params } = seal.open<Pick<Email, 'to' | 'params'>>(sealContext(mailId), row.sealed);
  await transport.deliver({
    id: mailId,
    to,
    ...renderEmail(row.template, row.locale, params as never),
  });
  await finishMail(db, mailId, 'sent_at', clock.now());
};

/**
 * Delivery is retried for about a day; then the email fails and its content is deleted.
 */
const defineMailJobs = (using: MailContext, transport: MailTransport): void => {
  const { jobs, db, clock } = using;
  const delivery = {
    retries: 30,
    backoffSeconds: 5,
    expireSeconds: 120,
    exhausted: ({ mailId }: { mailId: string }) => finishMail(db, mailId, 'failed_at', clock.now()),
  };
  const handler = ({ mailId }: { mailId: string }) => deliver(using, transport, mailId);
  jobs.define('mail.deliver', { ...delivery, concurrency: 2 }, handler);
  jobs.define('mail.deliverNotice', { ...delivery, concurrency: 1 }, handler);
  jobs.define(
    'mail.sweep',
    { retries: 3, backoffSeconds: 60, expireSeconds: 300, concurrency: 1, cron: '35 4 * * *' },
    () => deleteMailsBefore(db, new Date(clock.now().getTime() - RETENTION_MS)),
  );
};

/** The mail service of the features. Declares its jobs, so call it before jobs start. */
export const createMail = (
  using: MailContext,
  transport: MailTransport,
  inbox: Inbox | null,
): Mail => {
  defineMailJobs(using, transport);
  return {
    inbox,
    send: (tx, email) => insertAndEnqueue(using, tx, [email]),
    sendMany: (tx, emails) => insertAndEnqueue(using, tx, emails),
  };
};

const insertAndEnqueue = async (
  { clock, seal, jobs }: MailContext,
  tx: Transaction,
  emails: readonly Email[],
): Promise<void> => {
  if (emails.length === 0) return;
  const mails = emails.map(({ template, locale, to, params }) => {
    const id = newId();
    return {
      id,
      template,
      locale,
      sealed: seal.seal(sealContext(id), { to, params }),
      notice: 'unsubscribe' in params,
    };
  });
  await insertMails(tx, mails, clock.now());
  const idsOf = (notice: boolean) =>
    mails.filter((mail) => mail.notice === notice).map(({ id: mailId }) => ({ mailId }));
  // A code to log in does not wait behind the digests of everyone.
  await jobs.enqueueMany(tx, 'mail.deliver', idsOf(false));
  await jobs.enqueueMany(tx, 'mail.deliverNotice', idsOf(true));
};
