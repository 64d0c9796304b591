// A bank account belongs to its producer; another producer's is "not found".
import type { BankAccountId, ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { EarnerViewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { type BankAccountRow, findAccount } from './store.ts';

export type Payee = { profileId: ProfileId };

/** The route guard checked the role. */
export const canBePaid = (viewer: EarnerViewer): Allowed<Payee> =>
  allow({ profileId: viewer.profileId });

/** Throws bank.notFound. */
export const ownAccount = async (
  { db }: Ctx,
  id: BankAccountId,
  viewer: EarnerViewer,
): Promise<Allowed<BankAccountRow>> => {
  const account = await findAccount(db, id);
  if (account?.profileId !== viewer.profileId) throw new AppError('bank.notFound');
  return allow(account);
};
