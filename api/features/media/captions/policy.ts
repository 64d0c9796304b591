// A producer may caption their own videos.
import type { MediaId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type { ProducerViewer } from '../../../platform/http/viewer.ts';
import { lockVideo } from './captions-store.ts';

export type OwnVideo = { mediaId: MediaId };

/** Throws media.notFound when it does not exist, is not a video, or is another producer's. */
export const canCaption = async (
  tx: Transaction,
  viewer: ProducerViewer,
  mediaId: MediaId,
): Promise<Allowed<OwnVideo>> => {
  const ownerId = await lockVideo(tx, mediaId);
  if (ownerId !== viewer.profileId) throw new AppError('media.notFound');
  return allow({ mediaId });
};
