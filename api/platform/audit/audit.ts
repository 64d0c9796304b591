// The audit log of administrators: who did what to whom and why. Written in the act's transaction,
// never changed.
import type { ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../database/transaction.ts';
import { insertAct } from './store.ts';

/** Acts of administrators that are recorded. */
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
  /** Null: an operator, by a command on the server. */
  adminId: ProfileId | null;
  action: AdminAction;
  /** The profile that the act is about. */
  profileId: ProfileId | null;
  /** The id of the request, document or ticket that it is about. */
  subjectId?: string;
  reason?: string;
  now: Date;
};

/**
 * Records an act in the transaction that does it, so that the act and its entry are stored together
 * or not at all.
 */
export const recordAct = (tx: Transaction, act: AdminAct): Promise<void> => insertAct(tx, act);

export { findAppealable, listActs, viewedAmong } from './store.ts';
export type { ActRow } from './store.ts';
