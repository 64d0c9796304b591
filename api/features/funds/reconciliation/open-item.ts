// Items for an administrator that come from a gateway's answers rather than from its statement.
import { randomUUIDv7 } from 'node:crypto';
import type { CashOutId, ChargeId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { GatewayName } from '../../../platform/payments/port.ts';
import { dayAt } from './rules.ts';
import { insertItem } from './store.ts';

/**
 * `contradiction`: the gateway's reports contradict each other. `undecided`: a refund or a cash-out
 * without a usable answer for a day, a cash-out of which only a part came back (`theirs`),
 * suspicious money whose refund was refused, or a payment that came after its account was removed.
 * `ref` names the refund, the cash-out or the payment; each is opened once. `theirs` (the
 * gateway's) and `ours` are amounts in centavos.
 */
export type OpenItem = {
  kind: 'contradiction' | 'undecided';
  provider: GatewayName;
  ref: string;
  chargeId: ChargeId | null;
  cashOutId: CashOutId | null;
  theirs: Centavos | null;
  ours: Centavos | null;
};

/** Opens an item in the administrators' dashboard, once per ref. Moves no money. */
export const openItem = (tx: Transaction, item: OpenItem, now: Date): Promise<void> =>
  insertItem(tx, randomUUIDv7(), item, dayAt(now), now);
