// Who may see, tip and delete a goal. Goals of a producer hidden from the requester are "not
// found".
import type { GoalId, ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { Requester, ProducerViewer, Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { hiddenAmong } from '../profiles/index.ts';
import { type GoalRow, loadGoal } from './store.ts';

/** Throws profile.notFound. */
export const visibleOwner = async (
  { db }: Ctx,
  ownerId: ProfileId,
  requester: Requester,
): Promise<ProfileId> => {
  if (ownerId !== requester.profileId && (await hiddenAmong(db, [ownerId], requester)).has(ownerId))
    throw new AppError('profile.notFound');
  return ownerId;
};

/** A goal that takes the viewer's tip. Throws goal.notFound. */
export const tippableGoal = async ({ db }: Ctx, id: GoalId, viewer: Viewer): Promise<GoalRow> => {
  const goal = await loadGoal(db, id);
  if (!goal || (await hiddenAmong(db, [goal.producerId], viewer)).has(goal.producerId))
    throw new AppError('goal.notFound');
  return goal;
};

export const ownGoal = async (
  { db }: Ctx,
  id: GoalId,
  viewer: Viewer,
): Promise<Allowed<GoalRow>> => {
  const goal = await loadGoal(db, id);
  if (goal?.producerId !== viewer.profileId) throw new AppError('goal.notFound');
  return allow(goal);
};

export type GoalOwner = { producerId: ProfileId };

/** The route guard checked the role. */
export const canOpenGoal = (viewer: ProducerViewer): Allowed<GoalOwner> =>
  allow({ producerId: viewer.profileId });
