// The embedded default: emails stay here and are read at /inbox. Refused in production.
import type { Clock } from '../clock/port.ts';
import type { Database } from '../database/database.ts';
import type { Inbox, MailTransport } from './port.ts';
import { findInboxMail, insertInboxMail, listInbox } from './store.ts';

export const localInbox = ({
  db,
  clock,
}: {
  db: Database;
  clock: Clock;
}): MailTransport & Inbox => ({
  deliver: (message) => insertInboxMail(db, message, clock.now()),
  list: (limit) => listInbox(db, limit),
  find: (id) => findInboxMail(db, id),
  close: async () => undefined,
});
