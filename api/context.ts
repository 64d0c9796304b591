// The context that every feature receives: the platform, and the two features that all others
// build on.
import type { Accounts } from './features/accounts/accounts.ts';
import type { Ledger } from './features/ledger/service.ts';
import type { Platform } from './platform/platform.ts';

/**
 * One per process. The ledger, accounts and what they import receive the platform instead, because
 * they are part of this.
 */
export type Ctx = Platform & { ledger: Ledger; accounts: Accounts };
