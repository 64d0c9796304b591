// The embedded default: files under the home folder, uploads through our own server.
import { join } from 'node:path';
import type { Clock } from '../clock/port.ts';
import { freeBytesOf } from '../disk/free-bytes.ts';
import { DiskParts } from './disk-parts.ts';
import { DiskStore } from './disk-store.ts';
import type { Blobs } from './port.ts';
import { signPost } from './post-policy.ts';
import { type Credentials, presignAddress } from './signature-v4.ts';

export type EmbeddedBlobs = Blobs & {
  store: DiskStore;
  parts: DiskParts;
  credentials: Credentials;
  clock: Clock;
  /** Whether so many bytes leave the disk the room that the database needs. */
  hasRoomFor(bytes: number): Promise<boolean>;
};

/** The path of the embedded store on the server's own origin. */
export const BLOBS_PATH = '/blobs';

/**
 * `secret` signs upload grants; every process of the installation has the same. `freeBytesMin` of
 * the disk stay free of uploads.
 */
export const diskBlobs = ({
  home,
  secret,
  clock,
  freeBytesMin = 0,
}: {
  home: string;
  secret: string;
  clock: Clock;
  freeBytesMin?: number;
}): EmbeddedBlobs => {
  const root = join(home, 'blobs');
  const store = new DiskStore(root);
  const parts = new DiskParts(root, store);
  const credentials: Credentials = {
    accessKeyId: 'camarim',
    secretAccessKey: secret,
    region: 'local',
  };
  return {
    store,
    parts,
    credentials,
    clock,
    hasRoomFor: async (bytes) => (await freeBytesOf(home)) - bytes >= freeBytesMin,
    presignPost: async (grant) =>
      signPost(grant, `${BLOBS_PATH}/${grant.bucket}`, grant.bucket, credentials, clock.now()),
    put: (bucket, key, content, options) =>
      store.write(bucket, key, Buffer.isBuffer(content) ? content : content.stream, {
        ...options,
        now: clock.now(),
      }),
    get: (bucket, key, range) => store.read(bucket, key, range),
    head: (bucket, key) => store.head(bucket, key),
    copy: (bucket, from, to) => store.copy(bucket, from, to, clock.now()),
    delete: (bucket, key) => store.delete(bucket, key),
    pathOf: async (bucket, key) => {
      const [only, ...others] = await store.piecesOf(bucket, key);
      return only && others.length === 0 ? `/${only.path}` : null;
    },
    keysUnder: (bucket, prefix) => store.keysUnder(bucket, prefix),
    deleteAll: (bucket, prefix) => store.deleteAll(bucket, prefix),
    startParts: (bucket, key, { contentType }) =>
      parts.start(bucket, key, { contentType, now: clock.now() }),
    // The host is not signed, because our own pages may have several host names.
    presignPart: async ({ bucket, key, uploadId }, { partNumber, bytes, expiresAt }) =>
      presignAddress(
        {
          method: 'PUT',
          path: `${BLOBS_PATH}/${bucket}/${key}`,
          query: { partNumber: String(partNumber), uploadId },
          headers: { 'content-length': String(bytes) },
        },
        credentials,
        { now: clock.now(), expiresAt },
      ),
    listParts: (upload) => parts.list(upload),
    completeParts: (upload, wanted) => parts.complete(upload, wanted, clock.now()),
    abortParts: (upload) => parts.abort(upload),
    sweepUploads: async (begunBefore) =>
      (await parts.sweep(begunBefore)) + (await store.sweep(begunBefore)),
  };
};
