// Vitest global set-up: two new buckets in the S3 that S3_TEST_* names, made ready as an operator
// does and deleted at the end.
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@camarim/contract/time';
import { DeleteBucketCommand } from '@aws-sdk/client-s3';
import type { TestProject } from 'vitest/node';
import { BUCKETS } from '../platform/blobs/port.ts';
import { s3Blobs } from '../platform/blobs/s3/s3-blobs.ts';
import { BY_THE_STORE, prepareBuckets } from '../platform/blobs/s3/s3-buckets.ts';
import { connectS3, type S3Target } from '../platform/blobs/s3/s3-connection.ts';
import { systemClock } from '../platform/clock/system.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A foreign S3 with empty buckets of ours, for pages at `siteOrigin`. */
    s3: {
      target: S3Target;
      siteOrigin: string;
      /** Which pages are let in is ours to say; else the store lets in more. */
      ownCors: boolean;
    };
  }
}

const SITE_ORIGIN = 'https://camarim.example';

const setting = (name: string, fallback?: string): string => {
  const value = process.env[`S3_TEST_${name}`] ?? fallback;
  if (value === undefined)
    throw new Error(`S3_TEST_${name} is not set: these tests are started by npm run test:s3`);
  return value;
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const target: S3Target = {
    endpoint: setting('ENDPOINT'),
    accessKeyId: setting('ACCESS_KEY_ID'),
    secretAccessKey: setting('SECRET_ACCESS_KEY'),
    region: setting('REGION', 'us-east-1'),
    bucketPrefix: `camarim-test-${randomUUID().slice(0, 8)}-`,
  };
  const steps = await prepareBuckets(target, SITE_ORIGIN);
  for (const { bucket, what, done, refusal } of steps) {
    process.stderr.write(`${bucket}, ${what}: ${done ?? `refused, ${refusal}`}\n`);
    if (what === 'bucket' && done === null) throw new Error(`no bucket ${bucket}`);
  }
  project.provide('s3', {
    target,
    siteOrigin: SITE_ORIGIN,
    ownCors: steps.every(({ done }) => done !== BY_THE_STORE),
  });
  return async () => {
    const blobs = s3Blobs({ ...target, clock: systemClock });
    await blobs.sweepUploads(new Date(Date.now() + HOUR_MS));
    const { client, nameOf } = connectS3(target);
    for (const bucket of BUCKETS) {
      await blobs.deleteAll(bucket, '');
      await client.send(new DeleteBucketCommand({ Bucket: nameOf(bucket) }));
    }
    client.destroy();
  };
}
