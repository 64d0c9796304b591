// Who may keep a list of performers, who may decide on a record, and who may be declared in a post.
import type { PerformerId, ProfileId } from '@camarim/contract/ids';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer, ProducerViewer } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { performerById, taggableAmong } from './store.ts';
import type { PerformerRow } from './store.ts';

/** A producer, for their own list. */
export type Keeper = { producerId: ProfileId };
export const mayKeep = ({ profileId }: ProducerViewer): Allowed<Keeper> =>
  allow({ producerId: profileId });

export type OwnPerformer = { row: PerformerRow };

/** Throws performer.notFound for anybody else's. */
export const ownPerformer = async (
  { db }: Pick<Platform, 'db'>,
  id: PerformerId,
  viewer: ProducerViewer,
): Promise<Allowed<OwnPerformer>> => {
  const row = await performerById(db, id);
  if (!row || row.producer_id !== viewer.profileId) throw new AppError('performer.notFound');
  return allow({ row });
};

export type Reviewer = { adminId: ProfileId };

/** The door asked already. */
export const mayReview = (viewer: AdminViewer): Allowed<Reviewer> =>
  allow({ adminId: viewer.profileId });

/** People whom a producer may declare in a post in this transaction. */
export type Appearing = { producerId: ProfileId; performerIds: readonly PerformerId[] };

/**
 * Throws performer.notReady with the field when one of them is somebody else's, has not consented,
 * is not approved, or withdrew.
 */
export const mayAppear = async (
  tx: Transaction,
  producerId: ProfileId,
  ids: readonly PerformerId[],
): Promise<Allowed<Appearing>> => {
  const performerIds = [...new Set(ids)];
  const ready = performerIds.length === 0 ? [] : await taggableAmong(tx, producerId, performerIds);
  if (ready.length < performerIds.length) throw fieldError('performerIds', 'performer.notReady');
  return allow({ producerId, performerIds });
};
