// What other features may use of accounts; features use contact data by `ctx.accounts`.
export type { Accounts } from './accounts.ts';
export { isReleasedAddress } from './store.ts';
export type { Contact } from './store.ts';
