// Items for an administrator that come from a gateway's answers rather than from its statement.
import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { dayAt } from './rules.ts';
import { insertItem, type OpenItem } from './store.ts';

/** Opens an item in the administrators' dashboard, once per ref. Moves no money. */
export const openItem = (tx: Transaction, item: OpenItem, now: Date): Promise<void> =>
  insertItem(tx, randomUUIDv7(), item, dayAt(now), now);
