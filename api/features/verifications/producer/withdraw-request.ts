// Withdraws a request: an applicant, or a person with a rejected request, is a member again.
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Applicant } from './policy.ts';
import { canWithdrawAt } from './rules.ts';
import { deleteOpenRequest, lockStage, updateProducerStage } from './store.ts';

/**
 * An open request is deleted with its personal data, its documents by a job; a rejected one stays
 * for the time of an appeal. Throws producer.notAsked.
 */
export const withdrawRequest = (
  platform: Platform,
  { profileId }: Allowed<Applicant>,
): Promise<void> =>
  transaction(platform.db, async (tx) => {
    if (!canWithdrawAt(await lockStage(tx, profileId))) throw new AppError('producer.notAsked');
    const id = await deleteOpenRequest(tx, profileId);
    if (id) await platform.jobs.enqueue(tx, 'documents.sweep', { group: 'producer', id });
    await updateProducerStage(tx, profileId, { producer_stage: 'member' });
  });
