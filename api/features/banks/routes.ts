// Routes of /banks. Accounts are shown masked, and every change requires recent authentication.
import { getBankByCode, getBanks } from '@brazilian-utils/brazilian-utils';
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireRecentStrongAuth } from '../auth/index.ts';
import {
  addAccount,
  type BanksDeps,
  chooseAccount,
  openBankDetails,
  removeAccount,
} from './accounts.ts';
import { canBePaid, ownAccount } from './policy.ts';
import { bankLabel, maskDocument, maskKey, maskNumber } from './rules.ts';
import { type BankAccountRow, listAccounts } from './store.ts';

type BankAccountView = DataInput<Routes['POST /banks']>;

export const presentAccount = (
  platform: Pick<Platform, 'seal'>,
  row: BankAccountRow,
): BankAccountView => {
  const { destination, holderName, holderDocument } = openBankDetails(platform, row);
  const pix = destination.kind === 'pix' ? destination : null;
  const account = destination.kind === 'account' ? destination : null;
  return {
    id: row.id,
    isPix: pix !== null,
    pix: pix && maskKey(pix),
    pixKind: pix && pix.keyKind,
    holderName,
    holderDocument: maskDocument(holderDocument),
    bank: account && account.bank,
    bankName: account && (getBankByCode(account.bank)?.name ?? null),
    agency: account && account.agency,
    number: account && maskNumber(account),
    accountType: account && account.type,
    default: row.isDefault,
    createdAt: row.createdAt.toISOString(),
    payableAt: row.payableAt.toISOString(),
  };
};

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();

const PUBLIC_BANKS = getBanks().map(({ code, name }) => ({
  code,
  bank: name,
  website: null,
  label: bankLabel({ code, name }),
}));

export const banksHandlers = (platform: Platform, deps: BanksDeps) =>
  handlers({
    'GET /publics/banks': async ({ query: { search, limit, offset } }) => {
      const found =
        search === undefined
          ? PUBLIC_BANKS
          : PUBLIC_BANKS.filter(({ code, bank }) =>
              plain(`${code} ${bank}`).includes(plain(search)),
            );
      return { data: found.slice(offset, offset + limit), total: found.length, limit, offset };
    },
    'GET /banks': async ({ viewer, query: { limit, offset } }) => {
      const rows = await listAccounts(platform.db, viewer.profileId);
      return {
        data: rows.slice(offset, offset + limit).map((row) => presentAccount(platform, row)),
        total: rows.length,
        limit,
        offset,
      };
    },
    'POST /banks': async ({ viewer, body }) => {
      await requireRecentStrongAuth(platform, viewer);
      return {
        data: presentAccount(platform, await addAccount(platform, deps, canBePaid(viewer), body)),
      };
    },
    'DELETE /banks/{id}': async ({ viewer, params: { id } }) => {
      const account = await ownAccount(platform, id, viewer);
      await requireRecentStrongAuth(platform, viewer);
      await removeAccount(platform, deps, account);
      return { data: null };
    },
    'POST /banks/{id}/default': async ({ viewer, params: { id } }) => {
      const account = await ownAccount(platform, id, viewer);
      await requireRecentStrongAuth(platform, viewer);
      return { data: presentAccount(platform, await chooseAccount(platform, deps, account)) };
    },
  });
