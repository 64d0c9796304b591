// The S3 buckets: prepared for browser uploads by a command, and checked when the application
// starts.
import {
  CreateBucketCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { ConfigError } from '../../config/config.ts';
import { BUCKETS } from '../port.ts';
import { publicAccessOf } from './s3-public-access.ts';
import { connectS3, type S3Connection, type S3Target, statusOf } from './s3-connection.ts';

/** Identifies our lifecycle rule among others of the bucket. */
const RULE_ID = 'camarim-uploads';
const PREFLIGHT_KEPT_SECONDS = 3_600;
/** Later than our own sweep, for a store that does not list incomplete uploads. */
const UNFINISHED_DAYS = 3;

/**
 * The CORS result when the store refuses our rule but allows our pages by its own setting.
 */
export const BY_THE_STORE = 'uploads from this site, by a rule of the store itself';

/** Returns `fallback` when nothing is set yet. */
const fallbackWhenUnset =
  <T>(name: string, fallback: T) =>
  (error: unknown): T => {
    if (error instanceof S3ServiceException && error.name === name) return fallback;
    throw error;
  };

const makeBucket = async ({ client }: S3Connection, Bucket: string): Promise<string> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
    return 'was there';
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
  await client.send(new CreateBucketCommand({ Bucket }));
  return 'made';
};

/** Whether the store's CORS preflight allows uploads from our pages. */
const allowsUploads = async (
  address: string,
  siteOrigin: string,
  timeoutMs: number,
): Promise<boolean> => {
  const headers = { origin: siteOrigin, 'access-control-request-method': 'PUT' };
  const answer = await fetch(address, {
    method: 'OPTIONS',
    headers,
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body?.cancel();
  return (
    answer.ok && ['*', siteOrigin].includes(answer.headers.get('access-control-allow-origin') ?? '')
  );
};

const allowBrowserUploads = async (
  { client, endpoint, soon }: S3Connection,
  Bucket: string,
  siteOrigin: string,
): Promise<string> => {
  try {
    const { CORSRules = [] } = await client
      .send(new GetBucketCorsCommand({ Bucket }))
      .catch(fallbackWhenUnset('NoSuchCORSConfiguration', { CORSRules: [] }));
    const ours = {
      ID: RULE_ID,
      AllowedOrigins: [siteOrigin],
      AllowedMethods: ['POST', 'PUT'],
      AllowedHeaders: ['*'],
      MaxAgeSeconds: PREFLIGHT_KEPT_SECONDS,
    };
    await client.send(
      new PutBucketCorsCommand({
        Bucket,
        CORSConfiguration: { CORSRules: [...CORSRules.filter(({ ID }) => ID !== RULE_ID), ours] },
      }),
    );
    return `uploads from ${siteOrigin}`;
  } catch (error) {
    // Some have one rule for all their buckets, which is set elsewhere.
    if (
      await allowsUploads(`${endpoint}/${Bucket}`, siteOrigin, soon.requestTimeout).catch(
        () => false,
      )
    )
      return BY_THE_STORE;
    throw error;
  }
};

const expireIncompleteUploads = async (
  { client }: S3Connection,
  Bucket: string,
): Promise<string> => {
  const { Rules = [] } = await client
    .send(new GetBucketLifecycleConfigurationCommand({ Bucket }))
    .catch(fallbackWhenUnset('NoSuchLifecycleConfiguration', { Rules: [] }));
  const ours = {
    ID: RULE_ID,
    Status: 'Enabled' as const,
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: UNFINISHED_DAYS },
  };
  await client.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket,
      LifecycleConfiguration: { Rules: [...Rules.filter(({ ID }) => ID !== RULE_ID), ours] },
    }),
  );
  return `unfinished uploads end after ${UNFINISHED_DAYS} days`;
};

/** One preparation step; `refusal` is the store's error. */
export type PreparationStep = {
  bucket: string;
  what: 'bucket' | 'CORS' | 'lifecycle';
  done: string | null;
  refusal: string | null;
};

/** An answer to HEAD has a status and no word. */
const errorText = (error: unknown): string => {
  if (error instanceof S3ServiceException && error.message === 'UnknownError')
    return error.name === 'Unknown' ? `answer ${statusOf(error)}` : error.name;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
};

/**
 * Creates what is missing and keeps existing settings. Refusals of the store are returned, not
 * thrown.
 */
export const prepareBuckets = async (
  target: S3Target,
  siteOrigin: string,
): Promise<PreparationStep[]> => {
  const connection = connectS3(target);
  const steps: PreparationStep[] = [];
  const attempt = async (
    bucket: string,
    what: PreparationStep['what'],
    act: () => Promise<string>,
  ): Promise<void> => {
    try {
      steps.push({ bucket, what, done: await act(), refusal: null });
    } catch (error) {
      steps.push({ bucket, what, done: null, refusal: errorText(error) });
    }
  };
  for (const name of BUCKETS.map(connection.nameOf)) {
    await attempt(name, 'bucket', () => makeBucket(connection, name));
    await attempt(name, 'CORS', () => allowBrowserUploads(connection, name, siteOrigin));
    await attempt(name, 'lifecycle', () => expireIncompleteUploads(connection, name));
  }
  connection.client.destroy();
  return steps;
};

type Warning = (facts: object, message: string) => void;

/**
 * Throws ConfigError when a bucket is missing or not ours, and when unsigned callers can read or
 * list it. A store that does not answer, or refuses browsers of our pages, only causes a warning:
 * everything but uploads works.
 */
export const checkBuckets = async (
  target: S3Target,
  siteOrigin: string,
  warn: Warning,
): Promise<void> => {
  const connection = connectS3(target);
  const { client, endpoint, nameOf, soon } = connection;
  try {
    for (const bucket of BUCKETS.map(nameOf)) {
      await client.send(new HeadBucketCommand({ Bucket: bucket }), soon).catch((error: unknown) => {
        const status = statusOf(error);
        if (status === 404)
          throw new ConfigError(
            `S3_BUCKET_PREFIX: there is no bucket ${bucket} at ${endpoint}; npm run admin -- prepare-storage makes it`,
          );
        if (status !== undefined && status < 500)
          throw new ConfigError(
            `S3_ACCESS_KEY_ID, S3_REGION: ${endpoint} answers ${status} when asked for the bucket ${bucket}`,
          );
        throw error;
      });
      const openness = await publicAccessOf(connection, bucket);
      if (openness)
        throw new ConfigError(
          `S3_ENDPOINT: ${openness} at ${endpoint} without a signature; close it to the public (docs/operations/media.md)`,
        );
    }
    const uploads = `${endpoint}/${nameOf('private')}`;
    if (
      new URL(endpoint).origin !== siteOrigin &&
      !(await allowsUploads(uploads, siteOrigin, soon.requestTimeout))
    ) {
      warn(
        { bucket: nameOf('private'), siteOrigin },
        'object storage refuses uploads from the pages of this site (CORS); npm run admin -- prepare-storage sets it',
      );
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    warn({ err: error, endpoint }, 'object storage does not answer');
  } finally {
    client.destroy();
  }
};
