// Signed requests to the embedded store: objects, lists and multipart uploads, with the replies of
// S3.
import { text } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readRange } from './byte-range.ts';
import { BLOBS_PATH, type EmbeddedBlobs } from './disk.ts';
import { bodyOf } from './embedded-body.ts';
import { DiskFull, readParts, refuse, sendXml } from './embedded-xml.ts';
import { type Bucket, BUCKETS, KEY, type PartedUpload } from './port.ts';
import { verifyRequest, readTarget } from './signature-v4.ts';

const PART_MAX_BYTES = 5 * 1_024 ** 3;
const LIST_MAX = 1_000;

const isBucket = (name: string): name is Bucket => (BUCKETS as readonly string[]).includes(name);

type S3Call = {
  request: FastifyRequest;
  reply: FastifyReply;
  blobs: EmbeddedBlobs;
  bucket: Bucket;
  key: string;
  query: Map<string, string>;
  payload: string;
};
type S3Reply = Promise<FastifyReply>;

const getObject = async ({ request, reply, blobs, bucket, key }: S3Call): S3Reply => {
  const info = await blobs.head(bucket, key);
  if (!info) return refuse(reply, 'NoSuchKey', 'there is no such object');
  const range = readRange(request.headers.range);
  const found =
    request.method === 'HEAD'
      ? { ...info, stream: null, range: { start: 0, end: info.bytes - 1 } }
      : await blobs.get(bucket, key, range ?? undefined);
  if (!found) return refuse(reply, 'NoSuchKey', 'there is no such object');
  // An uploaded file must never run as a page of our origin.
  reply
    .header('content-disposition', 'attachment')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff');
  reply
    .header('etag', found.etag)
    .header('last-modified', found.modifiedAt.toUTCString())
    .header('accept-ranges', 'bytes')
    .type(found.contentType);
  reply.header('content-length', found.range.end - found.range.start + 1);
  if (range && found.stream)
    reply
      .code(206)
      .header('content-range', `bytes ${found.range.start}-${found.range.end}/${found.bytes}`);
  return reply.send(found.stream ?? undefined);
};

const copyObject = async (call: S3Call, source: string): S3Reply => {
  const [, bucket = '', key = ''] = /^\/?([^/]+)\/(.+)$/.exec(decodeURIComponent(source)) ?? [];
  if (bucket !== call.bucket)
    return refuse(call.reply, 'NotImplemented', 'objects are copied within their bucket');
  const info = KEY.test(key) ? await call.blobs.copy(call.bucket, key, call.key) : null;
  if (!info) return refuse(call.reply, 'NoSuchKey', 'there is no such object to copy');
  return sendXml(call.reply, 200, 'CopyObjectResult', {
    ETag: info.etag,
    LastModified: info.modifiedAt.toISOString(),
  });
};

const putObject = async (call: S3Call): S3Reply => {
  const source = call.request.headers['x-amz-copy-source'];
  if (typeof source === 'string') return copyObject(call, source);
  const contentType = call.request.headers['content-type'] ?? 'application/octet-stream';
  const { etag } = await call.blobs.store.write(
    call.bucket,
    call.key,
    bodyOf(call.request.raw, call.payload),
    { contentType, maxBytes: PART_MAX_BYTES, now: call.blobs.clock.now() },
  );
  return call.reply.header('etag', etag).code(200).send();
};

const listObjects = async ({ reply, blobs, bucket, query }: S3Call): S3Reply => {
  const limit = Math.min(Number(query.get('max-keys') ?? LIST_MAX), LIST_MAX);
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  if (!(limit >= 1)) return refuse(reply, 'InvalidArgument', 'max-keys is a number from 1');
  if (query.has('delimiter')) return refuse(reply, 'NotImplemented', 'lists are not grouped');
  const { keys, more } = await blobs.store.list(bucket, { prefix, after, limit });
  const next = keys.at(-1)?.key;
  return sendXml(reply, 200, 'ListBucketResult', {
    Name: bucket,
    Prefix: prefix,
    KeyCount: keys.length,
    MaxKeys: limit,
    IsTruncated: more,
    ...(more && next !== undefined && { NextContinuationToken: next }),
    Contents: keys.map(({ key, etag, bytes, modifiedAt }) => ({
      Key: key,
      ETag: etag,
      Size: bytes,
      LastModified: modifiedAt.toISOString(),
    })),
  });
};

const listUploads = async ({ reply, blobs, bucket }: S3Call): S3Reply => {
  const open = (await blobs.parts.open()).filter((upload) => upload.bucket === bucket);
  return sendXml(reply, 200, 'ListMultipartUploadsResult', {
    Bucket: bucket,
    IsTruncated: false,
    Upload: open.map(({ key, uploadId, begunAt }) => ({
      Key: key,
      UploadId: uploadId,
      Initiated: begunAt,
    })),
  });
};

const uploadOf = ({ bucket, key, query }: S3Call): PartedUpload => ({
  bucket,
  key,
  uploadId: query.get('uploadId') ?? '',
});

const startUpload = async ({ request, reply, blobs, bucket, key }: S3Call): S3Reply => {
  const { uploadId } = await blobs.startParts(bucket, key, {
    contentType: request.headers['content-type'] ?? 'application/octet-stream',
  });
  return sendXml(reply, 200, 'InitiateMultipartUploadResult', {
    Bucket: bucket,
    Key: key,
    UploadId: uploadId,
  });
};

const putPart = async (call: S3Call): S3Reply => {
  const bytes = Number(call.request.headers['content-length'] ?? PART_MAX_BYTES);
  if (!(await call.blobs.hasRoomFor(bytes))) throw new DiskFull();
  const { etag } = await call.blobs.parts.write(
    uploadOf(call),
    Number(call.query.get('partNumber')),
    bodyOf(call.request.raw, call.payload),
    { maxBytes: PART_MAX_BYTES },
  );
  return call.reply.header('etag', etag).code(200).send();
};

const listParts = async (call: S3Call): S3Reply => {
  const parts = await call.blobs.listParts(uploadOf(call));
  if (!parts) return refuse(call.reply, 'NoSuchUpload', 'the upload is not there any more');
  return sendXml(call.reply, 200, 'ListPartsResult', {
    Bucket: call.bucket,
    Key: call.key,
    UploadId: uploadOf(call).uploadId,
    IsTruncated: false,
    Part: parts.map(({ partNumber, etag, bytes }) => ({
      PartNumber: partNumber,
      ETag: etag,
      Size: bytes,
    })),
  });
};

const completeUpload = async (call: S3Call): S3Reply => {
  const parts = readParts(await text(bodyOf(call.request.raw, call.payload)));
  if (!parts) return refuse(call.reply, 'MalformedXML', 'not a list of parts');
  const { etag } = await call.blobs.completeParts(uploadOf(call), parts);
  return sendXml(call.reply, 200, 'CompleteMultipartUploadResult', {
    Location: `${BLOBS_PATH}/${call.bucket}/${call.key}`,
    Bucket: call.bucket,
    Key: call.key,
    ETag: etag,
  });
};

const abortUpload = async (call: S3Call): S3Reply => {
  await call.blobs.abortParts(uploadOf(call));
  return call.reply.code(204).send();
};

const deleteObject = async ({ reply, blobs, bucket, key }: S3Call): S3Reply => {
  await blobs.delete(bucket, key);
  return reply.code(204).send();
};

const ofObject = (call: S3Call): ((call: S3Call) => S3Reply) | undefined => {
  const parted = call.query.has('uploadId');
  switch (call.request.method) {
    case 'GET':
      return parted ? listParts : getObject;
    case 'HEAD':
      return getObject;
    case 'PUT':
      return parted ? putPart : putObject;
    case 'DELETE':
      return parted ? abortUpload : deleteObject;
    case 'POST':
      return parted ? completeUpload : call.query.has('uploads') ? startUpload : undefined;
    default:
      return undefined;
  }
};

const ofBucket = ({ request, query }: S3Call): ((call: S3Call) => S3Reply) | undefined => {
  if (request.method === 'HEAD') return async ({ reply }) => reply.code(200).send();
  if (request.method !== 'GET') return undefined;
  return query.has('uploads') ? listUploads : listObjects;
};

/** Answers one signed request. Throws the refusals of signatures, bodies, sizes and parts. */
export const handleSignedRequest = async (
  request: FastifyRequest,
  reply: FastifyReply,
  blobs: EmbeddedBlobs,
): S3Reply => {
  const target = request.raw.url ?? '';
  const { payload } = verifyRequest(
    { method: request.method, target, headers: request.headers },
    blobs.credentials,
    blobs.clock.now(),
  );
  const { path, query } = readTarget(target);
  const [bucket = '', ...segments] = decodeURIComponent(path.slice(BLOBS_PATH.length + 1)).split(
    '/',
  );
  const key = segments.join('/');
  if (!isBucket(bucket)) return refuse(reply, 'AccessDenied', 'there is no such bucket');
  if (key !== '' && !KEY.test(key)) return refuse(reply, 'InvalidArgument', 'not a key');
  const call: S3Call = { request, reply, blobs, bucket, key, query, payload };
  const answer = key === '' ? ofBucket(call) : ofObject(call);
  return answer ? answer(call) : refuse(reply, 'MethodNotAllowed', 'this store does not do that');
};
