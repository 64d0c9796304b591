// The administrators' log: who decided or looked at what, on whom and why. Written with the act
// itself, never changed.
import type { ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../database/transaction.ts';
import { insertAct } from './store.ts';

/** What administrators do that somebody may have to answer for. */
export type AdminAction =
  | 'admin.made'
  | 'media.takenDown'
  | 'media.retried'
  | 'media.cancelled'
  | 'admin.ended'
  | 'producer.viewed'
  | 'producer.documentViewed'
  | 'producer.agreed'
  | 'producer.approved'
  | 'producer.rejected'
  | 'producer.suspended'
  | 'producer.feeChanged'
  | 'performer.viewed'
  | 'performer.documentViewed'
  | 'performer.approved'
  | 'performer.rejected'
  | 'performer.revoked'
  | 'age.viewed'
  | 'age.documentViewed'
  | 'age.verified'
  | 'age.refused'
  | 'age.settingsChanged'
  | 'ticket.answered'
  | 'report.viewed'
  | 'report.upheld'
  | 'report.dismissed'
  | 'cashOut.agreed'
  | 'cashOut.approved'
  | 'cashOut.refused'
  | 'statement.settled'
  | 'transaction.released'
  | 'transaction.reversed'
  | 'transaction.refunded'
  | 'transaction.chargedBack';

export type AdminAct = {
  /** Null: an operator at the machine, by a command. */
  adminId: ProfileId | null;
  action: AdminAction;
  /** On whom. */
  profileId: ProfileId | null;
  /** What else it was about: the id of a request, a document, a ticket. */
  subjectId?: string;
  reason?: string;
  now: Date;
};

/**
 * Records an act in the transaction that does it: there is no act without its line, and no line
 * without its act.
 */
export const recordAct = (tx: Transaction, act: AdminAct): Promise<void> => insertAct(tx, act);

export { findAppealable, listActs, viewedAmong } from './store.ts';
export type { ActRow } from './store.ts';
