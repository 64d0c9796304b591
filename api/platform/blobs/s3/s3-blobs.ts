// The S3 adapter of object storage: browsers upload directly to S3, the rest uses its SDK.
import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { Clock } from '../../clock/port.ts';
import {
  type BlobInfo,
  type Blobs,
  type Bucket,
  type ByteRange,
  RangeNotSatisfiable,
} from '../port.ts';
import { signPost } from '../post-policy.ts';
import {
  connectS3,
  isMissing,
  type S3Connection,
  type S3Target,
  statusOf,
} from './s3-connection.ts';
import { s3Parts } from './s3-parts.ts';

/** Objects that are deleted at the same time. One call each: not every S3 deletes many by one. */
const DELETES_AT_ONCE = 20;

const headerOf = (range: ByteRange): string =>
  'lastBytes' in range ? `bytes=-${range.lastBytes}` : `bytes=${range.start}-${range.end ?? ''}`;

type ObjectHead = {
  ContentLength?: number | undefined;
  ContentType?: string | undefined;
  ETag?: string | undefined;
  LastModified?: Date | undefined;
};

const infoOf = (
  key: string,
  described: ObjectHead,
  bytes = described.ContentLength ?? 0,
): BlobInfo => ({
  key,
  bytes,
  contentType: described.ContentType ?? 'application/octet-stream',
  etag: described.ETag ?? '""',
  modifiedAt: described.LastModified ?? new Date(0),
});

type Content = Parameters<Blobs['put']>[2];
const bytesOf = (content: Content): number =>
  Buffer.isBuffer(content) ? content.length : content.bytes;
const bodyOf = (content: Content) => ({
  Body: Buffer.isBuffer(content) ? content : content.stream,
  ContentLength: bytesOf(content),
});

const reads = ({ client, nameOf, soon }: S3Connection): Pick<Blobs, 'head' | 'get'> => {
  const head = async (bucket: Bucket, key: string): Promise<BlobInfo | null> => {
    try {
      return infoOf(
        key,
        await client.send(new HeadObjectCommand({ Bucket: nameOf(bucket), Key: key }), soon),
      );
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  return {
    head,
    get: async (bucket, key, range) => {
      try {
        const found = await client.send(
          new GetObjectCommand({
            Bucket: nameOf(bucket),
            Key: key,
            ...(range && { Range: headerOf(range) }),
          }),
          soon,
        );
        const parts = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(found.ContentRange ?? '');
        const bytes = parts ? Number(parts[3]) : (found.ContentLength ?? 0);
        const within = parts
          ? { start: Number(parts[1]), end: Number(parts[2]) }
          : { start: 0, end: bytes - 1 };
        return { ...infoOf(key, found, bytes), stream: found.Body as Readable, range: within };
      } catch (error) {
        if (isMissing(error)) return null;
        // Not every S3 includes the length in this error.
        if (statusOf(error) === 416)
          throw new RangeNotSatisfiable((await head(bucket, key))?.bytes ?? 0);
        throw error;
      }
    },
  };
};

const writes = (
  { client, endpoint, credentials, nameOf }: S3Connection,
  clock: Clock,
  head: Blobs['head'],
): Pick<Blobs, 'presignPost' | 'put' | 'copy'> => ({
  presignPost: async (grant) =>
    signPost(
      grant,
      `${endpoint}/${nameOf(grant.bucket)}`,
      nameOf(grant.bucket),
      credentials,
      clock.now(),
    ),
  put: async (bucket, key, content, { contentType }) => {
    const { ETag } = await client.send(
      new PutObjectCommand({
        Bucket: nameOf(bucket),
        Key: key,
        ...bodyOf(content),
        ContentType: contentType,
      }),
    );
    return {
      key,
      bytes: bytesOf(content),
      contentType,
      etag: ETag ?? '""',
      modifiedAt: clock.now(),
    };
  },
  copy: async (bucket, from, to) => {
    try {
      // No deadline of seconds: the store moves up to 3 GiB before it answers. Keys need no
      // escaping (KEY).
      await client.send(
        new CopyObjectCommand({
          Bucket: nameOf(bucket),
          Key: to,
          CopySource: `${nameOf(bucket)}/${from}`,
        }),
      );
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    return head(bucket, to);
  },
});

const lists = ({ client, nameOf, soon }: S3Connection): Pick<Blobs, 'keysUnder'> => ({
  keysUnder: async (bucket, prefix) => {
    const keys: string[] = [];
    let after: string | undefined;
    do {
      const { Contents = [], NextContinuationToken } = await client.send(
        new ListObjectsV2Command({
          Bucket: nameOf(bucket),
          Prefix: prefix,
          ContinuationToken: after,
        }),
        soon,
      );
      keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
      after = NextContinuationToken;
    } while (after !== undefined);
    return keys;
  },
});

const deletes = ({ client, nameOf, soon }: S3Connection): Pick<Blobs, 'delete' | 'deleteAll'> => ({
  delete: async (bucket, key) => {
    await client.send(new DeleteObjectCommand({ Bucket: nameOf(bucket), Key: key }), soon);
  },
  deleteAll: async (bucket, prefix) => {
    for (;;) {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: nameOf(bucket), Prefix: prefix }),
        soon,
      );
      if (Contents.length === 0) return;
      for (let at = 0; at < Contents.length; at += DELETES_AT_ONCE) {
        await Promise.all(
          Contents.slice(at, at + DELETES_AT_ONCE).map(({ Key }) =>
            client.send(new DeleteObjectCommand({ Bucket: nameOf(bucket), Key }), soon),
          ),
        );
      }
    }
  },
});

export const s3Blobs = ({ clock, ...target }: S3Target & { clock: Clock }): Blobs => {
  const connection = connectS3(target);
  const { head, get } = reads(connection);
  return {
    head,
    get,
    ...writes(connection, clock, head),
    ...lists(connection),
    ...deletes(connection),
    ...s3Parts(connection, clock),
  };
};
