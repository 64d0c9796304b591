// Whether a bucket is closed to callers without a signature. Our own signed calls never show that:
// an open bucket works as well as a closed one.
import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { S3Connection } from './s3-connection.ts';

const succeeds = async (address: string, timeoutMs: number): Promise<boolean> => {
  const { ok, body } = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  await body?.cancel();
  return ok;
};

/**
 * What callers without a signature can do with the bucket, null when nothing. Reading is asked for
 * with an object of its own, which is deleted afterwards: policies often allow to read objects and
 * not to list them, and then an object that is not there is refused alike.
 */
export const publicAccessOf = async (
  { client, endpoint, soon }: S3Connection,
  bucket: string,
): Promise<string | null> => {
  const object = { Bucket: bucket, Key: `checks/${randomUUID()}` };
  await client.send(
    new PutObjectCommand({ ...object, Body: 'closed?', ContentType: 'text/plain' }),
    soon,
  );
  try {
    if (await succeeds(`${endpoint}/${bucket}/${object.Key}`, soon.requestTimeout))
      return `anyone can read the objects of ${bucket}`;
  } finally {
    await client.send(new DeleteObjectCommand(object), soon);
  }
  return (await succeeds(`${endpoint}/${bucket}?list-type=2`, soon.requestTimeout))
    ? `anyone can list the bucket ${bucket}`
    : null;
};
