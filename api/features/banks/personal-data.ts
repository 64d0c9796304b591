// Bank accounts in an archive of personal data, and their erasure.
import type { ProfileId } from '@camarim/contract/ids';
import { type ArchiveFile, jsonFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';
import { openBankDetails } from './accounts.ts';
import { deleteAccountsOf, listAccounts } from './store.ts';

export const exportBanksOf = (ctx: Ctx, profileId: ProfileId): ArchiveFile[] => [
  jsonFile('money/bank-accounts.json', async () =>
    (await listAccounts(ctx.db, profileId)).map((row) => ({
      id: row.id,
      ...openBankDetails(ctx, row),
      default: row.isDefault,
      createdAt: row.createdAt,
      payableAt: row.payableAt,
    })),
  ),
];

export const eraseBanksOf = ({ db }: Ctx, profileId: ProfileId): Promise<void> =>
  deleteAccountsOf(db, profileId);
