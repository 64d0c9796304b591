// Who reviews live shows.
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import { refuseOwnDecision } from '../../../platform/audit/second-person.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import { NOWHERE } from '../../../platform/http/place.ts';
import type { AdminViewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { type LiveRow, loadLive } from '../store.ts';

export type LiveReviewer = { adminId: ProfileId };

/** The route guard checked the role. */
export const canReview = ({ profileId }: AdminViewer): Allowed<LiveReviewer> =>
  allow({ adminId: profileId });

export type ReviewedLive = LiveReviewer & { live: LiveRow };

/** Throws live.notFound for a show that has ended or never was, and decision.own. */
export const canDecide = async (
  ctx: Ctx,
  id: LiveId,
  { profileId }: AdminViewer,
): Promise<Allowed<ReviewedLive>> => {
  const live = await loadLive(ctx.db, id, { profileId: null, place: NOWHERE });
  if (!live || live.ended_at) throw new AppError('live.notFound');
  refuseOwnDecision(profileId, live.producer_id);
  return allow({ adminId: profileId, live });
};
