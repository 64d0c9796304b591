// Approves a producer without a request, by an operator's command or the demo.
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { openListing } from '../listings/index.ts';
import { updateStage } from './store.ts';

/**
 * Approves the profile as a producer; a repeated call changes nothing. Open sessions get the role
 * within seconds. Throws profile.notFound.
 */
export const approveProducer = async (
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  domainName: string,
): Promise<ProfileId> => {
  return transaction(db, async (tx) => {
    const id = await updateStage(tx, domainName, 'approved');
    if (!id) throw new AppError('profile.notFound');
    await openListing(tx, id, clock.now());
    return id;
  });
};
