// Object storage by configuration: any S3 when it is set, else files under the home folder.
import type { Clock } from '../clock/port.ts';
import type { Config } from '../config/config.ts';
import { diskBlobs, type EmbeddedBlobs } from './disk.ts';
import type { Blobs } from './port.ts';
import { s3Blobs } from './s3.ts';

export const openBlobs = ({ config, clock, secret }: { config: Config; clock: Clock; secret: string }): Blobs => {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '', S3_REGION: region, S3_BUCKET_PREFIX: bucketPrefix } = config;
  if (endpoint === undefined) return diskBlobs({ home: config.home, secret, clock });
  return s3Blobs({ endpoint, accessKeyId, secretAccessKey, region, bucketPrefix, clock });
};

/** Whether uploads come through our own server. */
export const isEmbedded = (blobs: Blobs): blobs is EmbeddedBlobs => 'store' in blobs;
