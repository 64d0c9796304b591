// Administrators resolve differences of statements.
import type { ProfileId, StatementDifferenceId } from '@camarim/contract/ids';
import { refuseOwnDecision } from '../../../platform/audit/second-person.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type { AdminViewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { findDifference } from './store.ts';

export type DifferenceResolution = {
  adminId: ProfileId;
  id: StatementDifferenceId;
  profileId: ProfileId | null;
};

/** The route guard checked the role. Throws statement.notFound, decision.own. */
export const canResolve = async (
  { db }: Ctx,
  viewer: AdminViewer,
  id: StatementDifferenceId,
): Promise<Allowed<DifferenceResolution>> => {
  const difference = await findDifference(db, id);
  if (!difference) throw new AppError('statement.notFound');
  refuseOwnDecision(viewer.profileId, difference.profileId);
  return allow({ adminId: viewer.profileId, id, profileId: difference.profileId });
};
