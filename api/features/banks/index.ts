// What other features and the composition root may use of bank accounts.
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { eraseBanksOf, exportBanksOf } from './personal-data.ts';
import { banksHandlers } from './routes.ts';

export { openBankDetails } from './accounts.ts';
export { shortName } from './rules.ts';
export type { Destination, BankDetails } from './rules.ts';
export { lockAccount } from './store.ts';

/** Bank accounts that earnings are paid out to. */
export const banks = defineFeature({
  name: 'banks',
  emails,
  texts,
  handlers: banksHandlers,
  personalData: [
    {
      text: 'data.banks',
      tables: ['bank_accounts'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseBanksOf],
    },
  ],
  exporters: [exportBanksOf],
});
