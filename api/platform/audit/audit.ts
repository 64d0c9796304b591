// The audit log of administrators: who did what to whom and why. Written in the act's transaction,
// never changed.
import { hasRight, type StaffRole } from '@camarim/contract/staff';
import type { Transaction } from '../database/transaction.ts';
import type { AdminAct } from './actions.ts';
import { insertAct } from './store.ts';

/**
 * Records an act in the transaction that does it, so that the act and its entry are stored together
 * or not at all. Returns the entry's id.
 */
export const recordAct = (tx: Transaction, act: AdminAct): Promise<number> => insertAct(tx, act);

/** Acts whose reasons name what authorities look into. */
export const CONFIDENTIAL = 'legalHold.';

/** Whether the role reads the reasons of such acts. */
export const readsConfidential = (role: StaffRole): boolean => hasRight(role, 'content.decide');

/** The reason as the reader may see it: '' for one that is not for them. */
export const reasonFor = (
  { readsAll }: { readsAll: boolean },
  { action, reason }: { action: string; reason: string },
): string => (readsAll || !action.startsWith(CONFIDENTIAL) ? reason : '');

export type { AdminAction } from './actions.ts';
export { AUDIT_CHAIN, type Chain, type ChainBreak, checkChain, NO_HASH } from './chain.ts';
export { CONTENT, type EntryContent, type ChainPosition } from './chain-store.ts';
export {
  claimItem,
  isStaffWith,
  isView,
  listDecisionsAbout,
  lockSubject,
  releaseItem,
  requireUnclaimed,
  staffWhoActed,
  viewedAmong,
} from './store.ts';
export type { ActRow } from './store.ts';
