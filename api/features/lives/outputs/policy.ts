// Who records a show, agrees to it, and cuts and deletes recordings.
import type { LiveId } from '@camarim/contract/features/lives';
import type { RecordingId } from '@camarim/contract/features/lives/recordings';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type { ProducerViewer, RequestContext, Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { canWatch, type LiveOwner } from '../policy.ts';
import type { LiveRow } from '../store.ts';
import { findRecording, type RecordingRow } from './recordings-store.ts';

/** The route guard checked the role. */
export const canListRecordings = ({ profileId }: ProducerViewer): Allowed<LiveOwner> =>
  allow({ producerId: profileId });

/** Throws recording.notFound for another person's. */
export const ownRecording = async (
  { db }: Ctx,
  id: RecordingId,
  { profileId }: ProducerViewer,
): Promise<Allowed<RecordingRow>> => {
  const row = await findRecording(db, id);
  if (row?.producer_id !== profileId) throw new AppError('recording.notFound');
  return allow(row);
};

/** The watcher of a private show. Throws live.notFound for everyone else, and age.proofRequired. */
export const canAgree = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
  context: Pick<RequestContext, 'requester' | 'adult'>,
): Promise<Allowed<LiveRow>> => {
  const { live } = await canWatch(ctx, id, viewer, context);
  if (live.private_watcher_id !== viewer.profileId) throw new AppError('live.notFound');
  return allow(live);
};
