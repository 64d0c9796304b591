// The public interface of the ledger. Only this feature writes entries.
import { defineFeature } from '../../feature.ts';
import { exportStatementOf } from './export-store.ts';
import { defineLedgerJobs } from './jobs.ts';
import { ledgerRecords } from './rollups/records.ts';

export { cardMoneySince, chargedByCardSince, sourceOf } from './card-money-store.ts';
export { createLedger } from './service.ts';
export type { Holdings, Ledger, LedgerParts, PostResult, Shortage } from './service.ts';
export type { Dispute, DisputeResult } from './dispute/dispute.ts';
export type { Debtor } from './dispute/dispute-store.ts';
export type { HoldDays, Movement, MovementKind, SellerRate } from './movements.ts';
export type { Earnings } from './store.ts';
export type { StatementLine, StatementQuery } from './statement.ts';
export type { StatementFilters } from './statement-store.ts';
export { LEDGER_RULES, checkLedger } from './check-store.ts';
export type { Discrepancy, LedgerCheck } from './check-store.ts';
export { rebuildRollups, rollUp } from './rollups/roll-up.ts';
export { halfOf } from './jobs.ts';
export { SCHEME_COLUMNS } from './rollups/records.ts';
export { schemeLimits, schemeSums } from './rollups/schemes.ts';
export {
  countedUntil,
  loadRollups,
  type MoneyDay,
  moneyDays,
  type Rollup,
  ROLLUPS,
  type RollupSum,
  rollupSums,
} from './rollups/store.ts';
export { lastPayments, spentOn } from './spent-store.ts';
export { isPosted, lockWallet } from './wallet-lock-store.ts';
export type { Totals } from './totals-store.ts';
export { tipsTo } from './tips-store.ts';
export { withTopUpIntent } from './top-up-intent.ts';
export type { Intent } from './top-up-intent.ts';

/** Money: accounts, entries and the statement. */
export const ledger = defineFeature({
  name: 'ledger',
  jobs: defineLedgerJobs,
  records: ledgerRecords,
  exporters: [exportStatementOf],
});
