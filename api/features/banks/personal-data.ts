// Bank accounts in an archive of personal data, and their erasure.
import type { ProfileId } from '@camarim/contract/ids';
import { type ArchiveFile, jsonFile } from '../../platform/archive/archive.ts';
import type { Platform } from '../../platform/platform.ts';
import { openBankDetails } from './accounts.ts';
import { deleteAccountsOf, listAccounts } from './store.ts';

export const exportBanksOf = (
  platform: Pick<Platform, 'db' | 'seal'>,
  profileId: ProfileId,
): ArchiveFile[] => [
  jsonFile('money/bank-accounts.json', async () =>
    (await listAccounts(platform.db, profileId)).map((row) => ({
      id: row.id,
      ...openBankDetails(platform, row),
      default: row.isDefault,
      createdAt: row.createdAt,
      payableAt: row.payableAt,
    })),
  ),
];

export const eraseBanksOf = ({ db }: Pick<Platform, 'db'>, profileId: ProfileId): Promise<void> =>
  deleteAccountsOf(db, profileId);
