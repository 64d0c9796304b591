// The embedded store's door for browsers: takes presigned form POSTs and gives out public objects.
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { BLOBS_PATH, type EmbeddedBlobs } from './disk.ts';
import { SizeRefused } from './disk-store.ts';
import { type Bucket, KEY } from './port.ts';
import { judgePost, type Permitted, PolicyRefused } from './post-policy.ts';

const FIELDS_MAX = 40;
const FIELD_BYTES_MAX = 20_000;
const STATUS = { EntityTooLarge: 400, EntityTooSmall: 400, MalformedPOSTRequest: 400, AccessDenied: 403, SignatureDoesNotMatch: 403, InvalidAccessKeyId: 403, NoSuchKey: 404 } as const;
type Reason = keyof typeof STATUS;

const escapeXml = (text: string): string => text.replaceAll(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const xml = (reply: FastifyReply, status: number, root: string, values: Record<string, string>): FastifyReply => {
  const inside = Object.entries(values).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`).join('');
  return reply.code(status).type('application/xml').send(`<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${inside}</${root}>`);
};

const refuse = (reply: FastifyReply, reason: Reason, message: string): FastifyReply => xml(reply, STATUS[reason], 'Error', { Code: reason, Message: message });

type Stored = { permitted: Permitted; etag: string };

/** Reads the form: its fields first, then the one file, which is streamed to the store while it arrives. */
const receive = (request: FastifyRequest, bucket: Bucket, blobs: EmbeddedBlobs): Promise<Stored> =>
  new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const form = new Busboy({ headers: request.headers as never, limits: { fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX, files: 1 } });
    let storing: Promise<Stored> | undefined;
    const store = async (file: Readable): Promise<Stored> => {
      const permitted = judgePost(fields, bucket, blobs.credentials, blobs.clock.now());
      if (!KEY.test(permitted.key)) throw new PolicyRefused('AccessDenied', 'not a key');
      const { etag } = await blobs.store.write(bucket, permitted.key, file, { ...permitted, now: blobs.clock.now() });
      return { permitted, etag };
    };
    form.on('field', (name, value) => void fields.set(name.toLowerCase(), value));
    form.on('file', (_name, file) => {
      storing = store(file);
      storing.catch((error: unknown) => {
        file.resume();
        reject(error);
      });
    });
    form.on('finish', () => (storing ? storing.then(resolve, reject) : reject(new PolicyRefused('MalformedPOSTRequest', 'the form has no file'))));
    form.on('error', (error) => reject(new PolicyRefused('MalformedPOSTRequest', String(error))));
    request.raw.on('aborted', () => form.destroy(new Error('aborted')));
    (request.body as Readable).pipe(form);
  });

const post = async (request: FastifyRequest, reply: FastifyReply, bucket: Bucket, blobs: EmbeddedBlobs): Promise<FastifyReply> => {
  try {
    const { permitted, etag } = await receive(request, bucket, blobs);
    const location = `${BLOBS_PATH}/${bucket}/${permitted.key}`;
    reply.header('etag', etag).header('location', location);
    if (permitted.status !== 201) return reply.code(permitted.status === 200 ? 200 : 204).send();
    return xml(reply, 201, 'PostResponse', { Location: location, Bucket: bucket, Key: permitted.key, ETag: etag });
  } catch (error) {
    // What is still coming is read and thrown away, or the next request on this connection would be broken.
    request.raw.unpipe();
    request.raw.resume();
    if (error instanceof PolicyRefused || error instanceof SizeRefused) return refuse(reply, error.reason, error.message);
    throw error;
  }
};

/** Mounts `/blobs/{bucket}` in a scope of its own, because it reads bodies as they come. */
export const embeddedStore = (blobs: EmbeddedBlobs) => async (app: FastifyInstance): Promise<void> => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', { bodyLimit: Number.MAX_SAFE_INTEGER }, (_request, payload, done) => done(null, payload));
  const hidden = { schema: { hide: true } as never };
  for (const bucket of ['public', 'private'] as const) {
    app.post(`${BLOBS_PATH}/${bucket}`, { ...hidden, bodyLimit: Number.MAX_SAFE_INTEGER }, (request, reply) => post(request, reply, bucket, blobs));
  }
  // Nothing is read here: pictures are served by their feature, by right; an uploaded file never runs on our origin.
  app.get(`${BLOBS_PATH}/*`, hidden, (_request, reply) => refuse(reply, 'AccessDenied', 'objects are not served here'));
};
