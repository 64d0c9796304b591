// Uploads in parts to any S3.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Clock } from '../clock/port.ts';
import { type Blobs, type Bucket, type PartedUpload, PartsRefused, type UploadedPart } from './port.ts';
import { type Credentials, presignAddress } from './signature-v4.ts';

const REFUSALS: readonly string[] = ['NoSuchUpload', 'InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'] satisfies PartsRefused['reason'][];

const isGone = (error: unknown): boolean => error instanceof S3ServiceException && error.name === 'NoSuchUpload';

const asPartsRefused = (error: unknown): never => {
  if (error instanceof S3ServiceException && REFUSALS.includes(error.name)) throw new PartsRefused(error.name as PartsRefused['reason'], error.message);
  throw error;
};

type Target = { client: S3Client; endpoint: string; credentials: Credentials; clock: Clock; nameOf: (bucket: Bucket) => string };
type Parts = Pick<Blobs, 'startParts' | 'presignPart' | 'listParts' | 'completeParts' | 'abortParts' | 'sweepUploads'>;

export const s3Parts = ({ client, endpoint, credentials, clock, nameOf }: Target): Parts => {
  const named = ({ bucket, key, uploadId }: PartedUpload) => ({ Bucket: nameOf(bucket), Key: key, UploadId: uploadId });
  const origin = new URL(endpoint);

  const listParts = async (upload: PartedUpload): Promise<UploadedPart[] | null> => {
    const parts: UploadedPart[] = [];
    let marker: string | undefined;
    try {
      do {
        const page = await client.send(new ListPartsCommand({ ...named(upload), ...(marker !== undefined && { PartNumberMarker: marker }) }));
        for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? []) parts.push({ partNumber: PartNumber, etag: ETag, bytes: Size });
        marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (marker !== undefined);
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
    return parts;
  };

  const abortParts = async (upload: PartedUpload): Promise<void> => {
    await client.send(new AbortMultipartUploadCommand(named(upload))).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  };

  const sweepBucket = async (bucket: Bucket, begunBefore: Date): Promise<number> => {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: nameOf(bucket) }));
    const old = Uploads.filter(({ Initiated }) => Initiated !== undefined && Initiated < begunBefore);
    for (const { Key = '', UploadId = '' } of old) await abortParts({ bucket, key: Key, uploadId: UploadId });
    return old.length;
  };

  return {
    listParts,
    abortParts,
    startParts: async (bucket, key, { contentType }) => {
      const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand({ Bucket: nameOf(bucket), Key: key, ContentType: contentType }));
      return { bucket, key, uploadId: UploadId };
    },
    presignPart: async ({ bucket, key, uploadId }, { partNumber, bytes, expiresAt }) => {
      const path = `${origin.pathname.replace(/\/$/, '')}/${nameOf(bucket)}/${key}`;
      const request = { method: 'PUT', path, query: { partNumber: String(partNumber), uploadId }, headers: { 'content-length': String(bytes), host: origin.host } };
      return origin.origin + presignAddress(request, credentials, { now: clock.now(), expiresAt });
    },
    completeParts: async (upload, parts) => {
      const list = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
      const { ETag = '""' } = await client.send(new CompleteMultipartUploadCommand({ ...named(upload), MultipartUpload: { Parts: list } })).catch(asPartsRefused);
      const made = await client.send(new HeadObjectCommand({ Bucket: nameOf(upload.bucket), Key: upload.key }));
      return { key: upload.key, bytes: made.ContentLength ?? 0, contentType: made.ContentType ?? 'application/octet-stream', etag: ETag, modifiedAt: made.LastModified ?? clock.now() };
    },
    sweepUploads: async (begunBefore) => (await sweepBucket('public', begunBefore)) + (await sweepBucket('private', begunBefore)),
  };
};
