// Erases personal data of rejected requests after the time for an appeal.
import { transaction } from '../../../platform/database/transaction.ts';
import { workOnEach } from '../../../platform/failing-items/work-on-each.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteDocuments } from '../documents/documents.ts';
import { ERASURE_JOB, blankRequest, listErasableRequests } from './store.ts';

const REJECTED_RETENTION_MS = 180 * 86_400_000;

/** Documents first: if the job stops half way, the row still has its data and is found again. */
export const eraseRejectedRequests = async (platform: Platform): Promise<void> => {
  const before = new Date(platform.clock.now().getTime() - REJECTED_RETENTION_MS);
  const due = await listErasableRequests(platform.db, before, platform.clock.now());
  await workOnEach(platform, { work: ERASURE_JOB, items: due, idOf: String }, async (id) => {
    await deleteDocuments(platform, { group: 'producer', id });
    await transaction(platform.db, (tx) => blankRequest(tx, id));
  });
};
