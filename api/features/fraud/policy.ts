// Who decides fraud alerts.
import type { FraudDecision } from '@camarim/contract/features/fraud/alerts';
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import { requireRight } from '../../platform/http/staff.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';
import { type AlertRow, findAlert } from './alert-store.ts';

export type SettingsManager = { adminId: ProfileId };

/** The route guard checked the right. */
export const canManageSettings = ({ profileId }: AdminViewer): Allowed<SettingsManager> =>
  allow({ adminId: profileId });

export type AlertDecider = { adminId: ProfileId; alert: AlertRow; reviewer: AdminViewer };

/**
 * The route guard checked the right to decide about money. Throws fraud.notFound, decision.own, and
 * auth.rightMissing for a block without the right to decide about people.
 */
export const canDecideAlert = async (
  { db }: Ctx,
  viewer: AdminViewer,
  id: string,
  decision: FraudDecision,
): Promise<Allowed<AlertDecider>> => {
  const alert = await findAlert(db, id);
  if (!alert) throw new AppError('fraud.notFound');
  for (const person of [alert.about_id, alert.producer_id])
    refuseOwnDecision(viewer.profileId, person);
  if (decision === 'block') requireRight(viewer, 'users.decide');
  return allow({ adminId: viewer.profileId, alert, reviewer: viewer });
};
