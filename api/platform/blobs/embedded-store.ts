// HTTP routes of the embedded object store: presigned form POSTs of browsers, and signed S3 calls.
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { BLOBS_PATH, type EmbeddedBlobs } from './disk.ts';
import { handleSignedRequest } from './embedded-objects.ts';
import { DiskFull, refuseFor, sendXml } from './embedded-xml.ts';
import { type Bucket, BUCKETS, KEY } from './port.ts';
import { verifyPost, type PermittedUpload, PolicyRefused } from './post-policy.ts';

const FIELDS_MAX = 40;
const FIELD_BYTES_MAX = 20_000;

type StoredUpload = { permitted: PermittedUpload; etag: string };

/**
 * Reads the form: first its fields, then the one file, which is streamed to the store.
 */
const receive = (
  request: FastifyRequest,
  bucket: Bucket,
  blobs: EmbeddedBlobs,
): Promise<StoredUpload> =>
  new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const form = new Busboy({
      headers: request.headers as never,
      limits: { fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX, files: 1 },
    });
    let storing: Promise<StoredUpload> | undefined;
    const store = async (file: Readable, filename: string): Promise<StoredUpload> => {
      const permitted = verifyPost(fields, bucket, blobs.credentials, blobs.clock.now());
      permitted.key = permitted.key.replaceAll('${filename}', filename);
      if (!KEY.test(permitted.key)) throw new PolicyRefused('AccessDenied', 'not a key');
      // Asked again: what was granted to many people at once may be more than the disk has.
      const bytes = Number(request.headers['content-length'] ?? permitted.maxBytes);
      if (!(await blobs.hasRoomFor(bytes))) throw new DiskFull();
      const { etag } = await blobs.store.write(bucket, permitted.key, file, {
        ...permitted,
        now: blobs.clock.now(),
      });
      return { permitted, etag };
    };
    form.on('field', (name, value) => void fields.set(name.toLowerCase(), value));
    form.on('file', (_name, file, filename) => {
      storing = store(file, filename ?? '');
      storing.catch((error: unknown) => {
        file.resume();
        reject(error);
      });
    });
    form.on('finish', () =>
      storing
        ? storing.then(resolve, reject)
        : reject(new PolicyRefused('MalformedPOSTRequest', 'the form has no file')),
    );
    form.on('error', (error) => reject(new PolicyRefused('MalformedPOSTRequest', String(error))));
    request.raw.on('aborted', () => form.destroy(new Error('aborted')));
    (request.body as Readable).pipe(form);
  });

const postForm = async (
  request: FastifyRequest,
  reply: FastifyReply,
  bucket: Bucket,
  blobs: EmbeddedBlobs,
): Promise<FastifyReply> => {
  const { permitted, etag } = await receive(request, bucket, blobs);
  const location = `${BLOBS_PATH}/${bucket}/${permitted.key}`;
  reply.header('etag', etag).header('location', location);
  if (permitted.status !== 201) return reply.code(permitted.status === 200 ? 200 : 204).send();
  return sendXml(reply, 201, 'PostResponse', {
    Location: location,
    Bucket: bucket,
    Key: permitted.key,
    ETag: etag,
  });
};

/** Sends refusals as S3 errors. */
const sendRefusals =
  (answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      return await answer(request, reply);
    } catch (error) {
      // The rest of the body is read and discarded, or the next request on this connection would
      // fail.
      request.raw.unpipe();
      request.raw.resume();
      return refuseFor(reply, error);
    }
  };

/**
 * Mounts `/blobs` in a scope of its own, because it reads bodies as they come: form POSTs under a
 * signed policy, and S3 calls, each signed by header or by address. An unsigned request gets no
 * object.
 */
export const embeddedStore =
  (blobs: EmbeddedBlobs) =>
  async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { bodyLimit: Number.MAX_SAFE_INTEGER },
      (_request, payload, done) => done(null, payload),
    );
    const options = { schema: { hide: true } as never, bodyLimit: Number.MAX_SAFE_INTEGER };
    for (const bucket of BUCKETS) {
      app.post(
        `${BLOBS_PATH}/${bucket}`,
        options,
        sendRefusals((request, reply) => postForm(request, reply, bucket, blobs)),
      );
    }
    const signed = sendRefusals((request, reply) => handleSignedRequest(request, reply, blobs));
    app.route({
      ...options,
      method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
      url: `${BLOBS_PATH}/*`,
      exposeHeadRoute: false,
      handler: signed,
    });
  };
