// Administrators correct single movements.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { refuseOwnDecision } from '../../../../platform/audit/second-person.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../../platform/http/allowed.ts';
import type { AdminViewer } from '../../../../platform/http/viewer.ts';
import type { Ctx } from '../../../../context.ts';
import { findTransaction } from './store.ts';

export type Correction = { adminId: ProfileId; transferId: TransferId; reason: string };

/**
 * The route guard checked the role. Throws transaction.notFound, and decision.own when the movement
 * touches an account of the administrator.
 */
export const canCorrect = async (
  { db }: Ctx,
  viewer: AdminViewer,
  transferId: TransferId,
  reason: string,
): Promise<Allowed<Correction>> => {
  const found = await findTransaction(db, transferId);
  if (!found) throw new AppError('transaction.notFound');
  for (const { owner } of found.entries) refuseOwnDecision(viewer.profileId, owner);
  return allow({ adminId: viewer.profileId, transferId, reason });
};
