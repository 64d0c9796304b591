// The S3 connection: its SDK with our limits, the bucket names, and the meaning of its errors.
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { Bucket } from '../port.ts';
import type { Credentials } from '../signature-v4.ts';

export type S3Target = Credentials & {
  endpoint: string;
  /** Buckets are PREFIXpublic and PREFIXprivate. */
  bucketPrefix: string;
  /** How long the store may take to begin an answer that moves no file of ours to it. */
  answerMs?: number;
};

export type S3Connection = {
  client: S3Client;
  /** Without a slash at its end. */
  endpoint: string;
  credentials: Credentials;
  nameOf: (bucket: Bucket) => string;
  /** Options of calls that must be answered soon. */
  soon: { requestTimeout: number };
};

/**
 * Each viewer who is being sent a file holds one for as long as they take; a queue behind them
 * would stand still.
 */
const SOCKETS_MAX = 2_000;
const CONNECT_MS = 5_000;
const ANSWER_MS = 15_000;

export const connectS3 = ({
  endpoint,
  bucketPrefix,
  answerMs = ANSWER_MS,
  ...credentials
}: S3Target): S3Connection => ({
  client: new S3Client({
    endpoint,
    region: credentials.region,
    credentials,
    forcePathStyle: true,
    // Many stores know no checksums but those of the signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // What it would write to the terminal is thrown as well.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: SOCKETS_MAX },
      httpsAgent: { maxSockets: SOCKETS_MAX },
    },
  }),
  endpoint: endpoint.replace(/\/+$/, ''),
  credentials,
  nameOf: (bucket) => `${bucketPrefix}${bucket}`,
  soon: { requestTimeout: answerMs },
});

export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** Whether the object is missing. A missing bucket is an error instead. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';
