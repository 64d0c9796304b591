// What other features and the app may use of media: viewer, players, uploads and attachments.
export { Attachments, type PickerProps } from './attachments/Attachments.tsx';
export { UploadTile } from './attachments/UploadTile.tsx';
export { asMedia, asUpload } from './attachments/attachment.ts';
export { problemText } from './attachments/problem-text.ts';
export { useAttachments } from './attachments/use-attachments.ts';
export { Captions } from './captions/Captions.tsx';
export { AudioPlayer } from './player/AudioPlayer.tsx';
export { ALL_KINDS } from './upload/accept.ts';
export { forgetUpload } from './upload/unfinished.ts';
export { uploadForm } from './upload/upload-form.ts';
export { useUploadQueue } from './upload/use-upload-queue.ts';
export { countsText, LockedMedia } from './viewer/LockedMedia.tsx';
export { LoopTile } from './viewer/LoopTile.tsx';
export { MediaCarousel } from './viewer/MediaCarousel.tsx';
export { VideoTile } from './viewer/VideoTile.tsx';
export { WaitingTile } from './viewer/WaitingTile.tsx';
export { type Kind, kindOf, type VaultItem } from './viewer/media.ts';
export { nameOf } from './viewer/name.ts';
