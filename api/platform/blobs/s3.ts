// Any S3: uploads go straight to it, the rest through its SDK.
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { Clock } from '../clock/port.ts';
import { type BlobInfo, type Blobs, type Bucket, type ByteRange, RangeNotSatisfiable } from './port.ts';
import { signPost } from './post-policy.ts';
import { s3Parts } from './s3-parts.ts';
import type { Credentials } from './signature-v4.ts';

export type S3Options = Credentials & {
  endpoint: string;
  /** Buckets are PREFIXpublic and PREFIXprivate. */
  bucketPrefix: string;
  clock: Clock;
};

const isMissing = (error: unknown): boolean => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

const headerOf = (range: ByteRange): string => ('lastBytes' in range ? `bytes=-${range.lastBytes}` : `bytes=${range.start}-${range.end ?? ''}`);

type Described = { ContentLength?: number | undefined; ContentType?: string | undefined; ETag?: string | undefined; LastModified?: Date | undefined };

const infoOf = (key: string, described: Described, bytes = described.ContentLength ?? 0): BlobInfo => ({
  key,
  bytes,
  contentType: described.ContentType ?? 'application/octet-stream',
  etag: described.ETag ?? '""',
  modifiedAt: described.LastModified ?? new Date(0),
});

type Content = Parameters<Blobs['put']>[2];
const bytesOf = (content: Content): number => (Buffer.isBuffer(content) ? content.length : content.bytes);
const bodyOf = (content: Content) => ({ Body: Buffer.isBuffer(content) ? content : content.stream, ContentLength: bytesOf(content) });

export const s3Blobs = ({ endpoint, bucketPrefix, clock, ...credentials }: S3Options): Blobs => {
  const client = new S3Client({
    endpoint,
    region: credentials.region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const nameOf = (bucket: Bucket): string => `${bucketPrefix}${bucket}`;

  const head = async (bucket: Bucket, key: string): Promise<BlobInfo | null> => {
    try {
      return infoOf(key, await client.send(new HeadObjectCommand({ Bucket: nameOf(bucket), Key: key })));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  return {
    head,
    presignPost: async (grant) => {
      const bucketName = nameOf(grant.bucket);
      return signPost(grant, `${endpoint.replace(/\/$/, '')}/${bucketName}`, bucketName, credentials, clock.now());
    },
    put: async (bucket, key, content, { contentType }) => {
      const { ETag } = await client.send(new PutObjectCommand({ Bucket: nameOf(bucket), Key: key, ...bodyOf(content), ContentType: contentType }));
      return { key, bytes: bytesOf(content), contentType, etag: ETag ?? '""', modifiedAt: clock.now() };
    },
    get: async (bucket, key, range) => {
      try {
        const found = await client.send(new GetObjectCommand({ Bucket: nameOf(bucket), Key: key, ...(range && { Range: headerOf(range) }) }));
        const parts = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(found.ContentRange ?? '');
        const bytes = parts ? Number(parts[3]) : (found.ContentLength ?? 0);
        const within = parts ? { start: Number(parts[1]), end: Number(parts[2]) } : { start: 0, end: bytes - 1 };
        return { ...infoOf(key, found, bytes), stream: found.Body as Readable, range: within };
      } catch (error) {
        if (isMissing(error)) return null;
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) throw new RangeNotSatisfiable(0);
        throw error;
      }
    },
    delete: async (bucket, key) => {
      await client.send(new DeleteObjectCommand({ Bucket: nameOf(bucket), Key: key }));
    },
    deleteAll: async (bucket, prefix) => {
      for (;;) {
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: nameOf(bucket), Prefix: prefix }));
        if (Contents.length === 0) return;
        for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: nameOf(bucket), Key }));
      }
    },
    ...s3Parts({ client, endpoint, credentials, clock, nameOf }),
  };
};
