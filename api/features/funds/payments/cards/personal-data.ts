// Saved payments and boleto data in an archive of personal data, and their erasure.
import type { ProfileId } from '@camarim/contract/ids';
import { type ArchiveFile, jsonFile } from '../../../../platform/archive/archive.ts';
import type { Ctx } from '../../../../context.ts';
import { loadBillData } from '../bills/bill-data.ts';
import { deleteBillData } from '../bills/store.ts';
import { allSaved } from './policy.ts';
import { presentSaved } from './present.ts';
import { openDetails, removePayment } from './save-card.ts';
import { listSaved } from './store.ts';

export const exportPaymentsOf = (platform: Ctx, profileId: ProfileId): ArchiveFile[] => [
  jsonFile('wallet/saved-payments.json', async () =>
    (await listSaved(platform.db, profileId, null)).map((saved) => ({
      ...presentSaved(platform, saved),
      ...openDetails(platform, saved),
    })),
  ),
  jsonFile('wallet/boleto-data.json', () => loadBillData(platform, profileId)),
];

/** May run twice. Throws while a gateway can't be asked to delete a card. */
export const erasePaymentsOf = async (platform: Ctx, profileId: ProfileId): Promise<void> => {
  for (const saved of await allSaved(platform, profileId)) await removePayment(platform, saved);
  await deleteBillData(platform.db, profileId);
};
