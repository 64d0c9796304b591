// Faults of a remote object store: no answer, missing buckets, paged lists, refused browsers.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../config/config.ts';
import { systemClock } from '../../clock/system.ts';
import { s3Blobs } from './s3-blobs.ts';
import { BY_THE_STORE, checkBuckets, prepareBuckets } from './s3-buckets.ts';
import type { S3Target } from './s3-connection.ts';

const SITE = 'https://camarim.example';
const close: (() => void)[] = [];
afterEach(() => {
  for (const end of close.splice(0)) end();
});

/** A store with scripted answers. */
const scriptedStore = async (
  answers: RequestListener,
  more: Partial<S3Target> = {},
): Promise<S3Target> => {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    accessKeyId: 'a',
    secretAccessKey: 'b',
    region: 'us-east-1',
    bucketPrefix: 'c-',
    ...more,
  };
};
const blobsAt = (target: S3Target) => s3Blobs({ ...target, clock: systemClock });
const refusing =
  (status: number, code: string) => (_request: IncomingMessage, response: ServerResponse) =>
    void response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<Error><Code>${code}</Code></Error>`);

describe('a store', () => {
  it('a store that does not answer is given up after the timeout', async () => {
    const blobs = blobsAt(await scriptedStore(() => undefined, { answerMs: 100 }));
    await expect(blobs.head('private', 'a')).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(blobs.get('private', 'a')).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('the store serves hundreds of slow readers at a time', async () => {
    const blobs = blobsAt(
      await scriptedStore(
        (_request, response) =>
          void response.writeHead(200, { 'content-length': '10' }).write('begun'),
      ),
    );
    const viewers = await Promise.all(
      Array.from({ length: 200 }, () => blobs.get('private', 'video')),
    );
    expect(viewers.every((viewer) => viewer?.bytes === 10)).toBe(true);
    for (const viewer of viewers) viewer?.stream.destroy();
  });

  it('a missing bucket is an error, not a missing object', async () => {
    await expect(
      blobsAt(await scriptedStore(refusing(404, 'NoSuchBucket'))).get('private', 'a'),
    ).rejects.toMatchObject({ name: 'NoSuchBucket' });
    expect(
      await blobsAt(await scriptedStore(refusing(404, 'NoSuchKey'))).get('private', 'a'),
    ).toBeNull();
  });

  it('incomplete uploads on several pages are all swept', async () => {
    const aborted: string[] = [];
    const target = await scriptedStore((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
      if (request.method === 'DELETE') {
        aborted.push(`${pathname} ${searchParams.get('uploadId')}`);
        return void response.writeHead(204).end();
      }
      const page = Number(searchParams.get('key-marker') ?? 0);
      const next =
        page < 2
          ? `<IsTruncated>true</IsTruncated><NextKeyMarker>${page + 1}</NextKeyMarker>`
          : '<IsTruncated>false</IsTruncated>';
      const uploads = ['2026-01-01', '2026-03-01'].map(
        (day, index) =>
          `<Upload><Key>k${page}</Key><UploadId>u${index}</UploadId><Initiated>${day}T00:00:00Z</Initiated></Upload>`,
      );
      response
        .writeHead(200)
        .end(
          `<ListMultipartUploadsResult>${pathname.startsWith('/c-private') ? uploads.join('') + next : ''}</ListMultipartUploadsResult>`,
        );
    });
    expect(await blobsAt(target).sweepUploads(new Date('2026-02-01'))).toBe(3);
    expect(aborted).toEqual(['/c-private/k0 u0', '/c-private/k1 u0', '/c-private/k2 u0']);
  });
});

describe('at the start', () => {
  const warningsOf = async (
    answers: RequestListener,
    more: Partial<S3Target> = {},
  ): Promise<string[]> => {
    const warnings: string[] = [];
    await checkBuckets(await scriptedStore(answers, more), SITE, (_facts, message) =>
      warnings.push(message),
    );
    return warnings;
  };
  const admitting =
    (origin: string): RequestListener =>
    (request, response) => {
      if (request.method !== 'OPTIONS' && !('authorization' in request.headers))
        return refusing(403, 'AccessDenied')(request, response);
      return void response
        .writeHead(
          200,
          request.method === 'OPTIONS' && origin !== ''
            ? { 'access-control-allow-origin': origin }
            : {},
        )
        .end();
    };

  it('missing buckets and wrong keys stop the start with an explanation', async () => {
    await expect(warningsOf(refusing(404, 'NoSuchBucket'))).rejects.toMatchObject({
      constructor: ConfigError,
      message: expect.stringContaining('there is no bucket c-public'),
    });
    await expect(warningsOf(refusing(403, 'AccessDenied'))).rejects.toThrow(
      /^S3_ACCESS_KEY_ID, S3_REGION: .* answers 403/,
    );
  });

  it('a bucket that unsigned callers can read or list stops the start, and the probe object is deleted', async () => {
    const objects = new Set<string>();
    const opened =
      (reads: 'objects' | 'list' | 'nothing'): RequestListener =>
      (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
        const signed = 'authorization' in request.headers;
        if (signed && request.method === 'PUT') objects.add(pathname);
        if (signed && request.method === 'DELETE') objects.delete(pathname);
        const isOpen =
          signed ||
          (searchParams.has('list-type')
            ? reads === 'list'
            : reads === 'objects' && objects.has(pathname));
        request
          .resume()
          .on('end', () =>
            request.method === 'OPTIONS'
              ? admitting(SITE)(request, response)
              : isOpen
                ? void response.end()
                : refusing(403, 'AccessDenied')(request, response),
          );
      };
    await expect(warningsOf(opened('objects'))).rejects.toMatchObject({
      constructor: ConfigError,
      message: expect.stringContaining('anyone can read the objects of c-public'),
    });
    await expect(warningsOf(opened('list'))).rejects.toMatchObject({
      constructor: ConfigError,
      message: expect.stringContaining('anyone can list the bucket c-public'),
    });
    expect(await warningsOf(opened('nothing'))).toEqual([]);
    expect([...objects]).toEqual([]);
  });

  it('a store that refuses our pages or does not answer causes a warning', async () => {
    expect(await warningsOf(admitting(SITE))).toEqual([]);
    expect(await warningsOf(admitting('*'))).toEqual([]);
    expect(await warningsOf(admitting('https://elsewhere.example'))).toEqual([
      expect.stringContaining('CORS'),
    ]);
    expect(await warningsOf(admitting(''))).toEqual([expect.stringContaining('CORS')]);
    expect(await warningsOf(() => undefined, { answerMs: 100 })).toEqual([
      'object storage does not answer',
    ]);
  });
});

describe('preparing', () => {
  it('preparing accepts a store that refuses our rules but allows our pages by its own setting', async () => {
    const answers =
      (origin: string): RequestListener =>
      (request, response) =>
        request.method === 'OPTIONS'
          ? void response.writeHead(204, { 'access-control-allow-origin': origin }).end()
          : request.method === 'HEAD'
            ? void response.end()
            : refusing(405, 'MethodNotAllowed')(request, response);
    const cors = async (origin: string) =>
      (await prepareBuckets(await scriptedStore(answers(origin)), SITE))
        .filter(({ what }) => what === 'CORS')
        .map(({ done }) => done);
    expect(await cors('*')).toEqual([BY_THE_STORE, BY_THE_STORE]);
    expect(await cors('https://elsewhere.example')).toEqual([null, null]);
  });

  it('preparing keeps existing rules and reports what the store refused', async () => {
    const sent: string[] = [];
    const target = await scriptedStore((request, response) => {
      const what = new URL(request.url ?? '', 'http://store').searchParams;
      if (what.has('lifecycle')) return refusing(403, 'AccessDenied')(request, response);
      if (request.method === 'GET')
        return void response
          .writeHead(200)
          .end(
            '<CORSConfiguration><CORSRule><ID>theirs</ID><AllowedOrigin>https://theirs.example</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>',
          );
      request.on('data', (chunk: Buffer) => sent.push(chunk.toString()));
      return void request.on('end', () => response.writeHead(200).end());
    });
    const steps = await prepareBuckets(target, SITE);
    expect(
      steps.map(({ bucket, what, done, refusal }) => [
        bucket,
        what,
        done,
        refusal?.split(':')[0] ?? null,
      ]),
    ).toEqual(
      ['c-public', 'c-private'].flatMap((bucket) => [
        [bucket, 'bucket', 'was there', null],
        [bucket, 'CORS', `uploads from ${SITE}`, null],
        [bucket, 'lifecycle', null, 'AccessDenied'],
      ]),
    );
    expect(sent).toHaveLength(2);
    for (const rules of sent)
      for (const origin of [SITE, 'https://theirs.example'])
        expect(rules).toContain(`<AllowedOrigin>${origin}</AllowedOrigin>`);
  });
});
