// The ports of mail: the service for features, and the transport.
import type { Locale } from '@camarim/contract/limits';
import type { Transaction } from '../database/transaction.ts';
import type { EmailTemplates, EmailName } from './email-templates.ts';

/** A composed email. */
export type Message = {
  /** Stays the same when a delivery is tried again. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where one POST ends emails of this kind (RFC 8058). */
  unsubscribe?: string;
};

/** Delivers messages. Throws when it can't; the delivery is then retried. */
export interface MailTransport {
  deliver(message: Message): Promise<void>;
  close(): Promise<void>;
}

/**
 * One email to one person:
 * `mail.send(tx, { to, template: 'producerApproved', locale, params: { name, link } })`.
 */
export type Email<Name extends EmailName = EmailName> = {
  to: string;
  template: Name;
  locale: Locale;
  params: EmailTemplates[Name];
};

export type Mail = {
  /**
   * Sends the email once the caller's transaction has committed; a job retries while the transport
   * is down.
   */
  send<Name extends EmailName>(tx: Transaction, email: Email<Name>): Promise<void>;
  /** The same for many emails: as many statements, whatever their number. */
  sendMany(tx: Transaction, emails: readonly Email[]): Promise<void>;
  /**
   * Where emails wait to be read instead of being delivered; null when they are really delivered.
   */
  inbox: Inbox | null;
};

/** Emails kept for the developer, newest first. */
export type Inbox = {
  list(limit: number): Promise<ReceivedMail[]>;
  /** Null for no email with this id. */
  find(id: string): Promise<ReceivedMail | null>;
};

export type ReceivedMail = Omit<Message, 'unsubscribe'> & { receivedAt: Date };
