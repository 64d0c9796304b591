// Items for an administrator that come from a gateway's answers rather than from its statement.
import type { ProfileId } from '@camarim/contract/ids';
import { newId } from '../../../platform/ids/new-id.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { isRemoved } from '../payments/cards/store.ts';
import { dayAt } from './rules.ts';
import { insertItem, type OpenItem } from './store.ts';

/** Opens an item in the administrators' dashboard, once per ref. Moves no money. */
export const openItem = (tx: Transaction, item: OpenItem, now: Date): Promise<void> =>
  insertItem(tx, newId(), item, dayAt(now), now);

/**
 * Opens an item for money that reached a removed account, and so no person: an administrator sends
 * it back or on. Call it after the posting, whose lock of the account a removal takes too.
 */
export const openItemIfRemoved = async (
  tx: Transaction,
  profileId: ProfileId,
  item: Omit<OpenItem, 'kind' | 'ours'>,
  now: Date,
): Promise<void> => {
  if (await isRemoved(tx, profileId))
    await openItem(tx, { kind: 'undecided', ours: null, ...item }, now);
};
