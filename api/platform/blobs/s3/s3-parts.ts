// Uploads in parts to any S3.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Clock } from '../../clock/port.ts';
import {
  type Blobs,
  type Bucket,
  BUCKETS,
  type PartedUpload,
  PartsRefused,
  type UploadedPart,
} from '../port.ts';
import { presignAddress } from '../signature-v4.ts';
import type { S3Connection } from './s3-connection.ts';

const REFUSALS: readonly string[] = [
  'NoSuchUpload',
  'InvalidPart',
  'InvalidPartOrder',
  'EntityTooSmall',
] satisfies PartsRefused['reason'][];

const isGone = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.name === 'NoSuchUpload';

const asPartsRefused = (error: unknown): never => {
  if (error instanceof S3ServiceException && REFUSALS.includes(error.name))
    throw new PartsRefused(error.name as PartsRefused['reason'], error.message);
  throw error;
};

type Parts = Pick<
  Blobs,
  'startParts' | 'presignPart' | 'listParts' | 'completeParts' | 'abortParts' | 'sweepUploads'
>;

/** How the SDK names an upload. */
const namedBy =
  ({ nameOf }: S3Connection) =>
  ({ bucket, key, uploadId }: PartedUpload) => ({
    Bucket: nameOf(bucket),
    Key: key,
    UploadId: uploadId,
  });

const partLister = (connection: S3Connection): Parts['listParts'] => {
  const { client, soon } = connection;
  const named = namedBy(connection);
  return async (upload) => {
    const parts: UploadedPart[] = [];
    let marker: string | undefined;
    try {
      do {
        const page = await client.send(
          new ListPartsCommand({
            ...named(upload),
            ...(marker !== undefined && { PartNumberMarker: marker }),
          }),
          soon,
        );
        for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? [])
          parts.push({ partNumber: PartNumber, etag: ETag, bytes: Size });
        marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (marker !== undefined);
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
    return parts;
  };
};

const uploads = (
  connection: S3Connection,
  clock: Clock,
): Pick<Parts, 'startParts' | 'presignPart' | 'completeParts'> => {
  const { client, endpoint, credentials, nameOf, soon } = connection;
  const named = namedBy(connection);
  const origin = new URL(endpoint);
  return {
    startParts: async (bucket, key, { contentType }) => {
      const { UploadId = '' } = await client.send(
        new CreateMultipartUploadCommand({
          Bucket: nameOf(bucket),
          Key: key,
          ContentType: contentType,
        }),
        soon,
      );
      return { bucket, key, uploadId: UploadId };
    },
    presignPart: async ({ bucket, key, uploadId }, { partNumber, bytes, expiresAt }) => {
      const path = `${origin.pathname.replace(/\/$/, '')}/${nameOf(bucket)}/${key}`;
      const request = {
        method: 'PUT',
        path,
        query: { partNumber: String(partNumber), uploadId },
        headers: { 'content-length': String(bytes), host: origin.host },
      };
      return origin.origin + presignAddress(request, credentials, { now: clock.now(), expiresAt });
    },
    completeParts: async (upload, parts) => {
      const list = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
      const { ETag = '""' } = await client
        .send(
          new CompleteMultipartUploadCommand({
            ...named(upload),
            MultipartUpload: { Parts: list },
          }),
        )
        .catch(asPartsRefused);
      const made = await client.send(
        new HeadObjectCommand({ Bucket: nameOf(upload.bucket), Key: upload.key }),
        soon,
      );
      return {
        key: upload.key,
        bytes: made.ContentLength ?? 0,
        contentType: made.ContentType ?? 'application/octet-stream',
        etag: ETag,
        modifiedAt: made.LastModified ?? clock.now(),
      };
    },
  };
};

const aborts = (connection: S3Connection): Pick<Parts, 'abortParts' | 'sweepUploads'> => {
  const { client, nameOf, soon } = connection;
  const named = namedBy(connection);

  const abortParts = async (upload: PartedUpload): Promise<void> => {
    await client
      .send(new AbortMultipartUploadCommand(named(upload)), soon)
      .catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
  };

  const sweepBucket = async (bucket: Bucket, begunBefore: Date): Promise<number> => {
    let swept = 0;
    let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
    while (after) {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new ListMultipartUploadsCommand({ Bucket: nameOf(bucket), ...after }),
        soon,
      );
      for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? []) {
        if (Initiated === undefined || Initiated >= begunBefore) continue;
        await abortParts({ bucket, key: Key, uploadId: UploadId });
        swept += 1;
      }
      after =
        page.IsTruncated && page.NextKeyMarker !== undefined
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : null;
    }
    return swept;
  };

  return {
    abortParts,
    sweepUploads: async (begunBefore) => {
      let swept = 0;
      for (const bucket of BUCKETS) swept += await sweepBucket(bucket, begunBefore);
      return swept;
    },
  };
};

export const s3Parts = (connection: S3Connection, clock: Clock): Parts => ({
  listParts: partLister(connection),
  ...uploads(connection, clock),
  ...aborts(connection),
});
