// Who may request a check, manage performers, decide, and be declared in a post.
import type { PerformerId, ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer, ProducerViewer, Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { type PerformerRow, lockTaggable, performerById } from './performers/store.ts';

/** A member, for themself. Their state is checked with the profile locked. */
export type Applicant = { profileId: ProfileId };
export const canApply = ({ profileId }: Viewer): Allowed<Applicant> => allow({ profileId });

/** An administrator, who sees documents and decides. */
export type Reviewer = { adminId: ProfileId };
/** The route guard has checked the role. */
export const canReview = (viewer: AdminViewer): Allowed<Reviewer> =>
  allow({ adminId: viewer.profileId });

/** A producer, for their own performers. */
export type PerformerManager = { producerId: ProfileId };
export const canManagePerformers = ({ profileId }: ProducerViewer): Allowed<PerformerManager> =>
  allow({ producerId: profileId });

export type OwnPerformer = { row: PerformerRow };

/** Throws performer.notFound for a performer of another producer. */
export const canManagePerformer = async (
  { db }: Ctx,
  id: PerformerId,
  viewer: ProducerViewer,
): Promise<Allowed<OwnPerformer>> => {
  const row = await performerById(db, id);
  if (!row || row.profile_id !== viewer.profileId) throw new AppError('performer.notFound');
  return allow({ row });
};

/** Performers that a producer may declare in a post in this transaction. */
export type PostPerformers = { producerId: ProfileId; performerIds: readonly PerformerId[] };

/**
 * Throws performer.notReady with the field unless all of them are the producer's, have consented
 * and are approved.
 */
export const canDeclare = async (
  tx: Transaction,
  producerId: ProfileId,
  ids: readonly PerformerId[],
): Promise<Allowed<PostPerformers>> => {
  const performerIds = [...new Set(ids)];
  const ready = performerIds.length === 0 ? [] : await lockTaggable(tx, producerId, performerIds);
  if (ready.length < performerIds.length) throw fieldError('performerIds', 'performer.notReady');
  return allow({ producerId, performerIds });
};
