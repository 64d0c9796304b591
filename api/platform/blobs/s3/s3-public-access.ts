// Whether unsigned callers can use a bucket. Our own signed calls never show that: they work with a
// public bucket too.
import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { S3Connection } from './s3-connection.ts';

const succeeds = async (address: string, timeoutMs: number): Promise<boolean> => {
  const { ok, body } = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  await body?.cancel();
  return ok;
};

/**
 * What unsigned callers can do with the bucket, or null. Reading is tried with a temporary object:
 * policies often allow reading without listing, and then a missing object is refused like a
 * protected one.
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
