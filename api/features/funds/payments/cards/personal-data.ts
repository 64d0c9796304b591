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

export const exportPaymentsOf = (ctx: Ctx, profileId: ProfileId): ArchiveFile[] => [
  jsonFile('wallet/saved-payments.json', async () =>
    (await listSaved(ctx.db, profileId, null)).map((saved) => ({
      ...presentSaved(ctx, saved),
      ...openDetails(ctx, saved),
    })),
  ),
  jsonFile('wallet/boleto-data.json', () => loadBillData(ctx, profileId)),
];

/** May run twice. Throws while a gateway can't be asked to delete a card. */
export const erasePaymentsOf = async (ctx: Ctx, profileId: ProfileId): Promise<void> => {
  for (const saved of await allSaved(ctx, profileId)) await removePayment(ctx, saved);
  await deleteBillData(ctx.db, profileId);
};
