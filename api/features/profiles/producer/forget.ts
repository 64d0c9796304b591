// Personal data of rejected requests is kept no longer than an appeal may take.
import { transaction } from '../../../platform/database/transaction.ts';
import { workOnEach } from '../../../platform/failing-items/work-on-each.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeDocuments } from '../../documents/index.ts';
import { FORGETTING, forgetRequest, forgettableRequests, requestById } from './store.ts';

const KEPT_REJECTED_MS = 180 * 86_400_000;

/** Documents first: a row that still has its data is found again if this stops half way. */
export const forgetRejected = async (platform: Platform): Promise<void> => {
  const before = new Date(platform.clock.now().getTime() - KEPT_REJECTED_MS);
  const due = await forgettableRequests(platform.db, before, platform.clock.now());
  await workOnEach(platform, { work: FORGETTING, items: due, idOf: String }, async (id) => {
    await removeDocuments(platform, { group: 'producer', id });
    await transaction(platform.db, (tx) => forgetRequest(tx, id));
  });
};

/** Whether a request was written. */
export const requestExists = async ({ db }: Pick<Platform, 'db'>, id: string): Promise<boolean> =>
  (await requestById(db, id)) !== null;
