// Makes a member a producer, by an operator's command or the demo.
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { updateStage } from './store.ts';

/**
 * Approves the profile as a producer; again changes nothing. Sessions that are open notice within
 * seconds. Throws profile.notFound when nobody has that domain name.
 */
export const approveProducer = async (
  { db }: Pick<Platform, 'db'>,
  domainName: string,
): Promise<ProfileId> => {
  const id = await updateStage(db, domainName, 'approved');
  if (!id) throw new AppError('profile.notFound');
  return id;
};
