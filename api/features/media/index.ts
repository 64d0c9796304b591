// What other features and the composition root may use of media.
import type { MediaId } from '@camarim/contract/ids';
import { defineFeature } from '../../feature.ts';
import { mediaRecords } from './records-store.ts';
import { texts } from './declarations.ts';
import { setDecided } from './ai/ai-store.ts';
import { aiHandlers } from './ai/routes.ts';
import { captionsHandlers } from './captions/routes.ts';
import { exportMediaOf } from './export-store.ts';
import { defineMediaJobs, UPLOADS_KEPT_DAYS } from './jobs.ts';
import { moderationHandlers } from './moderate/routes.ts';
import { FAILED_MEDIA } from './moderate/work-store.ts';
import { uploadHandlers } from './routes.ts';
import { registerImageRoutes } from './serve/serve-images.ts';
import { registerTrailerRoutes } from './serve/serve-trailer.ts';
import { registerPlayRoutes } from './serve/serve-play.ts';

export { type AiFacts, aiLabelOf } from './ai/rules.ts';
export { attachMedias, findInputUploads } from './attach.ts';
export type { AttachedMedia, MediaInput } from './attach.ts';
export { attachImage } from './attach-image.ts';
export type { ImageView, MediaViewOptions, MediaView } from './present.ts';
export type { MediaReviewer } from './moderate/policy.ts';
export { eraseTakenDown } from './moderate/take-down.ts';
export { eraseMedia, processMedia } from './process/process-media.ts';
export { requestTrailer } from './process/trailer.ts';
export type { MediaStepListener, MediaStep, MediaStepDetail } from './process/steps.ts';
export {
  blockHashes,
  blockImages,
  type Copy,
  copiesOf,
  hashesLike,
  hashesOf,
  isSamePicture,
  KNOWN_PICTURES,
  type KnownHash,
  type KnownHashes,
  type PictureIdentity,
  resemblesBlocked,
  turnedRows,
  unblockImages,
  unblockSent,
} from './hashes/hashes-store.ts';
export { copiesByMember, mediaWithFiles } from './hashes/files-store.ts';
export { withFolder } from './process/original.ts';
export { cacheWithTtl } from './serve/access.ts';
export { traceLeak } from './serve/copies.ts';
export { sendObject } from './serve/deliver.ts';
export { smallPictureOf } from './serve/small-picture.ts';
export {
  failedAmong,
  lockUnfailed,
  lockForSale,
  lostAmong,
  audiosAmong,
  unfinishedAmong,
  unplayableAmong,
} from './store.ts';
export { findUploads, grantUpload, sendUpload } from './uploads.ts';
export { imageOf, viewMedia } from './view-media.ts';
export type { MediaGroup } from './view-media.ts';

/** Images, videos and audios: uploads, their processing, and their delivery. */
export const media = defineFeature({
  name: 'media',
  services: () => ({ setMediaLabel: (tx, id, label) => setDecided(tx, id as MediaId, label) }),
  texts,
  handlers: (ctx, services) => ({
    ...uploadHandlers(ctx),
    ...aiHandlers(ctx, services),
    ...captionsHandlers(ctx),
    ...moderationHandlers(ctx, services),
  }),
  jobs: defineMediaJobs,
  records: mediaRecords,
  openWork: [{ kind: 'failedMedia', cases: FAILED_MEDIA }],
  serve: (server, ctx, { auth, mediaAccess }) => {
    registerImageRoutes(server, ctx, auth.authenticate, mediaAccess);
    registerPlayRoutes(server, ctx, auth.authenticate, mediaAccess);
    registerTrailerRoutes(server, ctx, auth.authenticate, mediaAccess);
  },
  exporters: [exportMediaOf],
  personalData: [
    {
      text: 'data.uploads',
      tables: ['uploads'],
      ground: 'security',
      removal: 'kept',
      basis: 'service',
      days: UPLOADS_KEPT_DAYS,
    },
  ],
});
