// The embedded default: files under the home folder, uploads through our own server.
import { join } from 'node:path';
import type { Clock } from '../clock/port.ts';
import { DiskStore } from './disk-store.ts';
import type { Blobs } from './port.ts';
import { type Credentials, signPost } from './post-policy.ts';

export type EmbeddedBlobs = Blobs & { store: DiskStore; credentials: Credentials; clock: Clock };

/** Where the embedded store answers on our own origin. */
export const BLOBS_PATH = '/blobs';

/** `secret` signs upload grants; every process of the installation has the same. */
export const diskBlobs = ({ home, secret, clock }: { home: string; secret: string; clock: Clock }): EmbeddedBlobs => {
  const store = new DiskStore(join(home, 'blobs'));
  const credentials: Credentials = { accessKeyId: 'camarim', secretAccessKey: secret, region: 'local' };
  return {
    store,
    credentials,
    clock,
    presignPost: async (grant) => signPost(grant, `${BLOBS_PATH}/${grant.bucket}`, grant.bucket, credentials, clock.now()),
    put: (bucket, key, content, { contentType }) => store.write(bucket, key, content, { contentType, now: clock.now() }),
    get: (bucket, key, range) => store.read(bucket, key, range),
    head: (bucket, key) => store.head(bucket, key),
    delete: (bucket, key) => store.delete(bucket, key),
  };
};
