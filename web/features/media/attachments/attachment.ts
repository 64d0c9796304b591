// An attachment of a post: an upload, or a media of the vault.
import { mediaKindOf } from '@camarim/contract/limits';
import { kindOf, type OwnMedia } from '../viewer/media.ts';
import { nameOf } from '../viewer/name.ts';
import type { UploadItem } from '../upload/upload-queue.ts';

export type Attachment = { id: string; upload: UploadItem } | { id: string; media: OwnMedia };

/** In the format of the API; null while a file is still uploading. */
export type WireUpload = { key: string; contentType: string; name: string; etag?: string };

export const asUpload = ({ file, contentType, uploaded }: UploadItem): WireUpload[] =>
  uploaded
    ? [
        {
          key: uploaded.key,
          contentType,
          name: file.name.slice(0, 255),
          ...(uploaded.etag && { etag: uploaded.etag }),
        },
      ]
    : [];

export const asMedia = (attachment: Attachment): ({ id: string } | WireUpload)[] =>
  'media' in attachment ? [{ id: attachment.id }] : asUpload(attachment.upload);

export const isAudio = (attachment: Attachment): boolean =>
  ('media' in attachment
    ? kindOf(attachment.media)
    : mediaKindOf(attachment.upload.contentType)) === 'audio';

/** What it is and how it is called, for a list of choices. */
export const describeAttachment = (
  attachment: Attachment,
): { id: string; contentType: string; name: string } =>
  'media' in attachment
    ? {
        id: attachment.id,
        contentType: attachment.media.contentType,
        name: nameOf(attachment.media),
      }
    : {
        id: attachment.id,
        contentType: attachment.upload.contentType,
        name: attachment.upload.file.name,
      };
