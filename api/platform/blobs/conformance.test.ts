// The conformance suite of object storage for all adapters. The S3 adapter calls the embedded store
// over HTTP.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe } from 'vitest';
import { blobsSuite, type BlobsUnderTest } from '../../testing/blobs/blobs-suite.ts';
import { systemClock } from '../clock/system.ts';
import { diskBlobs } from './disk.ts';
import { embeddedStore } from './embedded-store.ts';
import { s3Blobs } from './s3/s3-blobs.ts';

const openEmbedded = async (): Promise<BlobsUnderTest> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-blobs-'));
  const blobs = diskBlobs({ home, secret: 'a secret of the installation', clock: systemClock });
  const app = Fastify({ forceCloseConnections: true });
  await app.register(embeddedStore(blobs));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await app.close();
    await rm(home, { recursive: true, force: true });
  };
  return { blobs, origin, close };
};

const openS3 = async (): Promise<BlobsUnderTest> => {
  const { origin, close } = await openEmbedded();
  const blobs = s3Blobs({
    endpoint: `${origin}/blobs`,
    accessKeyId: 'camarim',
    secretAccessKey: 'a secret of the installation',
    region: 'local',
    bucketPrefix: '',
    clock: systemClock,
  });
  return { blobs, origin, close };
};

describe('embedded', () => void blobsSuite(openEmbedded));
describe('S3', () => void blobsSuite(openS3));
