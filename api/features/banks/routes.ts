// Routes of /banks. Accounts are shown masked, and every change requires recent authentication.
import { getBankByCode, getBanks } from '@brazilian-utils/brazilian-utils';
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { requireRecentStrongAuth } from '../auth/index.ts';
import { addAccount, chooseAccount, openBankDetails, removeAccount } from './accounts.ts';
import { canBePaid, ownAccount } from './policy.ts';
import { bankLabel, maskDocument, maskKey, maskNumber } from './rules.ts';
import { type BankAccountRow, listAccounts } from './store.ts';

type BankAccountView = DataInput<Routes['POST /banks']>;

const presentAccount = (ctx: Ctx, row: BankAccountRow): BankAccountView => {
  const { destination, holderName, holderDocument } = openBankDetails(ctx, row);
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

export const banksHandlers = (ctx: Ctx) =>
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
      const rows = await listAccounts(ctx.db, viewer.profileId);
      return {
        data: rows.slice(offset, offset + limit).map((row) => presentAccount(ctx, row)),
        total: rows.length,
        limit,
        offset,
      };
    },
    'POST /banks': async ({ viewer, body }) => {
      await requireRecentStrongAuth(ctx, viewer);
      return {
        data: presentAccount(ctx, await addAccount(ctx, canBePaid(viewer), body)),
      };
    },
    'DELETE /banks/{id}': async ({ viewer, params: { id } }) => {
      const account = await ownAccount(ctx, id, viewer);
      await requireRecentStrongAuth(ctx, viewer);
      await removeAccount(ctx, account);
      return { data: null };
    },
    'POST /banks/{id}/default': async ({ viewer, params: { id } }) => {
      const account = await ownAccount(ctx, id, viewer);
      await requireRecentStrongAuth(ctx, viewer);
      return { data: presentAccount(ctx, await chooseAccount(ctx, account)) };
    },
  });
