// What other features and the composition root may use of media.
export { imageOf, viewMedia } from './view-media.ts';
export type { MediaGroup } from './view-media.ts';
export type { ImageView, MediaSight, MediaView } from './present.ts';
