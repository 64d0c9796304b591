// Mail: what features ask for, and what carries it.
import type { Locale } from '@camarim/contract/limits';
import type { Transaction } from '../database/transaction.ts';
import type { Letters, LetterName } from './letters.ts';

/** A composed letter. */
export type Message = {
  /** Stays the same when a delivery is tried again. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** What carries messages. Throws when it can't: the delivery is then tried again. */
export interface MailTransport {
  deliver(message: Message): Promise<void>;
  close(): Promise<void>;
}

/**
 * One letter to one person: `mail.send(tx, { to, template: 'producerApproved', locale, params: {
 * name, link } })`.
 */
export type Letter<Name extends LetterName = LetterName> = {
  to: string;
  template: Name;
  locale: Locale;
  params: Letters[Name];
};

export type Mail = {
  /**
   * Sends the letter once the caller's transaction has committed; a job tries again while the
   * carrier is down.
   */
  send<Name extends LetterName>(tx: Transaction, letter: Letter<Name>): Promise<void>;
  /**
   * Where letters wait to be read instead of being delivered; null when they are really delivered.
   */
  inbox: Inbox | null;
};

/** Letters kept for the developer, newest first. */
export type Inbox = { list(limit: number): Promise<ReceivedMail[]> };

export type ReceivedMail = { to: string; subject: string; text: string; receivedAt: Date };
