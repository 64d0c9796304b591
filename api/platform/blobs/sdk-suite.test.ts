// The embedded store with Amazon's SDK, an independent implementation of the protocol and its
// signatures.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { HOUR_MS } from '@camarim/contract/time';
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../clock/system.ts';
import { diskBlobs } from './disk.ts';
import { embeddedStore } from './embedded-store.ts';

const Bucket = 'private';
let home: string;
let app: FastifyInstance;
let endpoint: string;
let s3: S3Client;

const client = (more: S3ClientConfig = {}) =>
  new S3Client({
    endpoint,
    region: 'local',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: 'camarim', secretAccessKey: 'a secret of the installation' },
    ...more,
  });

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'camarim-sdk-'));
  app = Fastify({ forceCloseConnections: true });
  await app.register(
    embeddedStore(diskBlobs({ home, secret: 'a secret of the installation', clock: systemClock })),
  );
  endpoint = `${await app.listen({ host: '127.0.0.1', port: 0 })}/blobs`;
  s3 = client();
});
afterAll(async () => {
  s3.destroy();
  await app.close();
  await rm(home, { recursive: true, force: true });
});

const textOf = async (Key: string, Range?: string) =>
  (await s3.send(new GetObjectCommand({ Bucket, Key, Range }))).Body?.transformToString();
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const files = async () =>
  (await readdir(home, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    .length;

describe('objects', () => {
  it('objects are put, described, read, copied, listed and deleted', async () => {
    const { ETag } = await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: 'sdk/a b'.replace(' ', '_'),
        Body: 'hello',
        ContentType: 'text/plain',
      }),
    );
    expect(ETag).toBe('"5d41402abc4b2a76b9719d911017c592"');
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: 'sdk/a_b' }))).toMatchObject({
      ContentLength: 5,
      ContentType: 'text/plain',
      ETag,
    });
    await s3.send(new CopyObjectCommand({ Bucket, Key: 'sdk/c', CopySource: `${Bucket}/sdk/a_b` }));
    expect(await textOf('sdk/c')).toBe('hello');
    expect(await textOf('sdk/c', 'bytes=1-2')).toBe('el');
    const listed = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'sdk/', MaxKeys: 1 }));
    expect(listed).toMatchObject({
      KeyCount: 1,
      IsTruncated: true,
      Contents: [{ Key: 'sdk/a_b', Size: 5 }],
    });
    const rest = await s3.send(
      new ListObjectsV2Command({
        Bucket,
        Prefix: 'sdk/',
        ContinuationToken: listed.NextContinuationToken,
      }),
    );
    expect(rest).toMatchObject({ IsTruncated: false, Contents: [{ Key: 'sdk/c' }] });
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'sdk/c' }));
    await expect(textOf('sdk/c')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(textOf('sdk/a_b', 'bytes=9-')).rejects.toMatchObject({
      $metadata: { httpStatusCode: 416 },
    });
  });

  it('objects are never served with a type that a browser would run', async () => {
    await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: 'page',
        Body: '<script>alert(1)</script>',
        ContentType: 'text/html',
      }),
    );
    const { headers } = await fetch(
      await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'page' }), { expiresIn: 60 }),
    );
    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it('objects can be sent as chunks with a trailing checksum', async () => {
    const content = randomBytes(300_000);
    await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: 'chunked',
        Body: Readable.from([content.subarray(0, 70_001), content.subarray(70_001)]),
        ContentLength: content.length,
      }),
    );
    expect(await textOf('chunked', 'bytes=0-0')).toBe(content.subarray(0, 1).toString());
    expect(
      sha256(
        (await (
          await s3.send(new GetObjectCommand({ Bucket, Key: 'chunked' }))
        ).Body?.transformToByteArray()) ?? Buffer.alloc(0),
      ),
    ).toBe(sha256(content));
  });

  it('objects with a wrong checksum or signed hash are refused and not stored', async () => {
    const before = await files();
    await expect(
      s3.send(
        new PutObjectCommand({ Bucket, Key: 'bad', Body: 'hello', ChecksumCRC32: 'AAAAAA==' }),
      ),
    ).rejects.toMatchObject({ name: 'BadDigest' });
    const tampering = client();
    tampering.middlewareStack.add(
      (next) => (args) =>
        next({ ...args, request: { ...(args.request as object), body: 'jello' } }),
      { step: 'deserialize', priority: 'low' },
    );
    await expect(
      tampering.send(new PutObjectCommand({ Bucket, Key: 'bad', Body: 'hello' })),
    ).rejects.toMatchObject({ name: expect.stringMatching(/BadDigest|XAmzContentSHA256Mismatch/) });
    await expect(
      client({ requestChecksumCalculation: 'WHEN_REQUIRED' }).send(
        new PutObjectCommand({ Bucket, Key: 'good', Body: 'hello' }),
      ),
    ).resolves.toBeDefined();
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'good' }));
    expect(await files()).toBe(before);
  });
});

describe('uploads in parts', () => {
  it('multipart uploads of lib-storage, five parts at a time, are stored unchanged', async () => {
    const content = randomBytes(17 * 1_024 * 1_024 + 3);
    await new Upload({
      client: s3,
      params: { Bucket, Key: 'video', Body: content, ContentType: 'video/mp4' },
      queueSize: 5,
      partSize: 5 * 1_024 * 1_024,
    }).done();
    const back = await s3.send(new GetObjectCommand({ Bucket, Key: 'video' }));
    expect(back.ContentType).toBe('video/mp4');
    expect(sha256((await back.Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(
      sha256(content),
    );
  });

  it('multipart uploads list their stored parts, so that they can resume', async () => {
    const { UploadId } = await s3.send(
      new CreateMultipartUploadCommand({ Bucket, Key: 'resumed' }),
    );
    await s3.send(
      new UploadPartCommand({ Bucket, Key: 'resumed', UploadId, PartNumber: 3, Body: 'three' }),
    );
    expect(
      (await s3.send(new ListPartsCommand({ Bucket, Key: 'resumed', UploadId }))).Parts,
    ).toMatchObject([{ PartNumber: 3, Size: 5 }]);
    await expect(
      s3.send(new ListPartsCommand({ Bucket, Key: 'another', UploadId })),
    ).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });
});

describe('addresses and forms signed by the SDK', () => {
  it('addresses signed by the SDK are accepted, and refused when changed or expired', async () => {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'signed', Body: 'hello' }));
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'signed' }), {
      expiresIn: 60,
    });
    expect(await (await fetch(url)).text()).toBe('hello');
    for (const tampered of [
      url.replace('/signed', '/video'),
      url.replace('Expires=60', 'Expires=6000'),
      url.replace(/Signature=\w{8}/, 'Signature=00000000'),
      `${url}&versionId=1`,
    ]) {
      expect((await fetch(tampered)).status).toBe(403);
    }
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403);
    expect((await fetch(url, { headers: { 'x-amz-copy-source': 'private/video' } })).status).toBe(
      403,
    );
    const late = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'signed' }), {
      expiresIn: 60,
      signingDate: new Date(Date.now() - 120_000),
    });
    expect((await fetch(late)).status).toBe(403);
  });

  it('forms signed by the SDK upload what their conditions allow', async () => {
    const { url, fields } = await createPresignedPost(s3, {
      Bucket,
      Key: 'forms/${filename}',
      Conditions: [
        ['content-length-range', 1, 10],
        ['starts-with', '$Content-Type', 'image/'],
        { success_action_status: '201' },
      ],
      Fields: { success_action_status: '201' },
      Expires: 60,
    });
    const send = async (content: string, type: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...fields, 'Content-Type': type }))
        form.append(name, value);
      form.append('file', new Blob([content]), 'cat.png');
      const response = await fetch(url, { method: 'POST', body: form });
      return [
        response.status,
        /<Code>(\w+)|<Key>([^<]+)/
          .exec(await response.text())
          ?.slice(1)
          .find(Boolean),
      ];
    };
    expect(await send('picture', 'image/png')).toEqual([201, 'forms/cat.png']);
    expect(await send('picture', 'text/html')).toEqual([403, 'AccessDenied']);
    expect(await send('much too long', 'image/png')).toEqual([400, 'EntityTooLarge']);
  });

  it('requests with another key, region or time, or without a signature, are refused', async () => {
    const put = new PutObjectCommand({ Bucket, Key: 'stranger', Body: 'x' });
    await expect(
      client({ credentials: { accessKeyId: 'camarim', secretAccessKey: 'guessed' } }).send(put),
    ).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    await expect(
      client({ credentials: { accessKeyId: 'someone', secretAccessKey: 'guessed' } }).send(put),
    ).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
    await expect(client({ region: 'us-east-1' }).send(put)).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    });
    await expect(client({ systemClockOffset: -HOUR_MS }).send(put)).rejects.toMatchObject({
      name: 'RequestTimeTooSkewed',
    });
    expect((await fetch(`${endpoint}/${Bucket}/signed`)).status).toBe(403);
    expect((await fetch(`${endpoint}/${Bucket}?list-type=2`)).status).toBe(403);
  });
});
