// Object storage by configuration: any S3 when it is set, else files under the home folder.
import type { Clock } from '../clock/port.ts';
import type { Config } from '../config/config.ts';
import { diskBlobs, type EmbeddedBlobs } from './disk.ts';
import type { Blobs } from './port.ts';
import { s3Blobs } from './s3/s3-blobs.ts';
import type { S3Target } from './s3/s3-connection.ts';

/** The configured S3; null when objects are files. */
export const s3TargetOf = ({
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: accessKeyId = '',
  S3_SECRET_ACCESS_KEY: secretAccessKey = '',
  S3_REGION: region,
  S3_BUCKET_PREFIX: bucketPrefix,
}: Config): S3Target | null =>
  endpoint === undefined ? null : { endpoint, accessKeyId, secretAccessKey, region, bucketPrefix };

const MIB = 1_024 ** 2;

export const openBlobs = ({
  config,
  clock,
  secret,
}: {
  config: Config;
  clock: Clock;
  secret: string;
}): Blobs => {
  const target = s3TargetOf(config);
  if (target) return s3Blobs({ ...target, clock });
  const freeBytesMin = config.UPLOAD_FREE_DISK_MIN_MB * MIB;
  return diskBlobs({ home: config.home, secret, clock, freeBytesMin });
};

/** Whether uploads pass through our own server. */
export const isEmbedded = (blobs: Blobs): blobs is EmbeddedBlobs => 'store' in blobs;
