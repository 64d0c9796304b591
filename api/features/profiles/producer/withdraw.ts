// Taking a request back: whoever waits, or was rejected, is a member again and may use what members
// use.
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Applicant } from './policy.ts';
import { mayWithdrawAt } from './rules.ts';
import { deleteOpenRequest, lockStage, updateStanding } from './store.ts';

/**
 * An open request goes with its personal data, and its documents by a job; a rejected one stays for
 * as long as an appeal may take. Throws producer.notAsked.
 */
export const withdrawRequest = (
  platform: Platform,
  { profileId }: Allowed<Applicant>,
): Promise<void> =>
  transaction(platform.db, async (tx) => {
    if (!mayWithdrawAt(await lockStage(tx, profileId))) throw new AppError('producer.notAsked');
    const id = await deleteOpenRequest(tx, profileId);
    if (id) await platform.jobs.enqueue(tx, 'documents.sweep', { group: 'producer', id });
    await updateStanding(tx, profileId, { producer_stage: 'member' });
  });
