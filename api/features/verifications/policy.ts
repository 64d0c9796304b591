// Who may request a check, manage performers, decide, and be declared in a post.
import type { ErrorCode } from '@camarim/contract/errors';
import type { ConsentScope } from '@camarim/contract/features/verifications/performers';
import type { MediaId, PerformerId, PostId, ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer, ProducerViewer, Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { contentsOfPosts, findMissingConsent } from './performers/consent-store.ts';
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
 * What a person who is declared must have granted, and the error that names a person who did not.
 */
const MISSING = {
  post: 'performer.noPost',
  message: 'performer.noMessage',
  live: 'performer.noLive',
  download: 'performer.noDownload',
  resale: 'performer.noResale',
} as const satisfies Record<ConsentScope, ErrorCode>;

/**
 * Throws performer.no* with the field and the name of the first person in the content who did not
 * consent to the scope, or to downloads of an archive with them. Those of its media are asked, too.
 */
export const requireConsent = async (
  tx: Transaction,
  performerIds: readonly PerformerId[],
  mediaIds: readonly MediaId[],
  scope: ConsentScope,
): Promise<void> => {
  const missing = await findMissingConsent(tx, performerIds, mediaIds, scope);
  if (missing)
    throw fieldError('performerIds', MISSING[missing.scope], { name: missing.stageName });
};

/** The same for everyone in the posts. */
export const requireConsentInPosts = async (
  tx: Transaction,
  postIds: readonly PostId[],
  scope: ConsentScope,
): Promise<void> => {
  const { performerIds, mediaIds } = await contentsOfPosts(tx, postIds);
  await requireConsent(tx, performerIds, mediaIds, scope);
};

/**
 * Throws performer.notReady with the field unless all of them are the producer's, have consented
 * and are approved, and what `requireConsent` throws.
 */
export const canDeclare = async (
  tx: Transaction,
  producerId: ProfileId,
  ids: readonly PerformerId[],
  scope: ConsentScope,
): Promise<Allowed<PostPerformers>> => {
  const performerIds = [...new Set(ids)];
  const ready = performerIds.length === 0 ? [] : await lockTaggable(tx, producerId, performerIds);
  if (ready.length < performerIds.length) throw fieldError('performerIds', 'performer.notReady');
  await requireConsent(tx, performerIds, [], scope);
  return allow({ producerId, performerIds });
};
