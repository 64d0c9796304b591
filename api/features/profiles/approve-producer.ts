// Approves a producer without a request, by an operator's command or the demo.
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { updateStage } from './store.ts';

/**
 * Approves the profile as a producer; a repeated call changes nothing. Open sessions get the role
 * within seconds. Throws profile.notFound.
 */
export const approveProducer = async (
  { db }: Pick<Ctx, 'db'>,
  domainName: string,
): Promise<ProfileId> => {
  const id = await updateStage(db, domainName, 'approved');
  if (!id) throw new AppError('profile.notFound');
  return id;
};
