// What other features and the composition root may use of media.
export { exportMediaOf } from './export-store.ts';
export { attachGiven, findGiven } from './attach.ts';
export type { AttachedMedia, GivenMedia } from './attach.ts';
export { attachImage } from './attach-image.ts';
export { captionsHandlers } from './captions/routes.ts';
export { defineMediaJobs } from './jobs.ts';
export type { MediaJobs } from './jobs.ts';
export type { ImageView, MediaViewOptions, MediaView } from './present.ts';
export { moderationHandlers } from './moderate/routes.ts';
export { takeDownIn } from './moderate/take-down.ts';
export { eraseMedia, processMedia } from './process/process-media.ts';
export type { MediaMoved, MediaStep } from './process/steps.ts';
export { uploadHandlers } from './routes.ts';
export type { MediaAccessSources, MediaAccess } from './serve/access.ts';
export { traceLeak } from './serve/copies.ts';
export { registerImageRoutes } from './serve/serve-images.ts';
export { registerPlayRoutes } from './serve/serve-play.ts';
export {
  failedAmong,
  lostAmong,
  recordingsAmong,
  unfinishedAmong,
  unplayableAmong,
} from './store.ts';
export { findUploads, grantUpload } from './uploads.ts';
export { imageOf, viewMedia } from './view-media.ts';
export type { MediaGroup } from './view-media.ts';
