// What other features may ask of the ledger. Only this feature writes entries.
export { cardMoneySince, chargedByCardSince, sourceOf } from './card-money-store.ts';
export { exportStatementOf } from './export-store.ts';
export { createLedger } from './service.ts';
export type { Holdings, Ledger, LedgerParts, Posted, Shortage } from './service.ts';
export type { Contest, Contested } from './contest/contest.ts';
export type { Debtor } from './contest/contest-store.ts';
export type { HoldDays, Movement, MovementKind } from './rules.ts';
export type { Companions, Earnings, Notice } from './store.ts';
export type { StatementLine, StatementQuery } from './statement.ts';
export type { StatementFilters } from './statement-store.ts';
export { LEDGER_RULES, checkLedger } from './check-store.ts';
export type { Discrepancy, LedgerCheck } from './check-store.ts';
export { orTopUpFirst } from './top-up-first.ts';
export type { Intent } from './top-up-first.ts';
export { defineLedgerJobs } from './jobs.ts';
export type { LedgerJobs } from './jobs.ts';
