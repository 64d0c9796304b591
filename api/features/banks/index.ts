// What other features and the composition root may use of bank accounts.
export { openBankDetails } from './accounts.ts';
export type { BanksDeps } from './accounts.ts';
export { eraseBanksOf, exportBanksOf } from './personal-data.ts';
export { banksHandlers } from './routes.ts';
export { shortName } from './rules.ts';
export type { Destination, BankDetails } from './rules.ts';
export { lockAccount } from './store.ts';
