// A world with one of everything that has media bytes, and every right address of it with who may
// use it.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { PostId } from '@camarim/contract/ids';
import yazl from 'yazl';
import { registerOrLogIn, type ApiClient, upload } from '../../api-client.ts';
import { drawClip, drawTone } from '../../platform/media/video/clips.ts';
import { TEST_PASSWORD, type TestApp, testApp } from '../app.ts';
import { joinAdmin, signupOf } from '../producing.ts';
import { block, fill, open, picture, storedKeys, unblock } from '../publishing.ts';

/** The kinds of content behind an address. */
export const SERVED_KINDS = [
  'image',
  'blurred image',
  'open image',
  'buyer’s copy',
  'playlist',
  'segment',
  'key',
  'whole video',
  'sprite',
  'audio',
  'zip',
  'document',
  'original',
] as const;
export type ServedKind = (typeof SERVED_KINDS)[number];

/** An address that serves bytes to `person`, and the people who must not get them by it. */
export type ValidAddress = {
  thing: ServedKind;
  url: string;
  person: ApiClient;
  /** Empty for a public address. */
  foreign: readonly ApiClient[];
};

export type AddressFixtures = {
  app: TestApp;
  /** Given out now. */
  addresses(): Promise<ValidAddress[]>;
  /**
   * Addresses of a person whose access ends with `revokeAccess` and returns with `restoreAccess`.
   */
  revocable(): Promise<ValidAddress[]>;
  revokeAccess(): Promise<void>;
  restoreAccess(): Promise<void>;
  /** Keys of every object in storage. */
  keys: string[];
  /** Logs all people in again, after the clock moved. */
  logInAgain(): Promise<void>;
};

const HOST = 'localhost';
/** A right that ended is refused that much later. */
const AFTER_MS = 5_001;
const STORE_SECRET = 'secret of the test';

const archive = async (): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from('private'), 'a.txt');
  zip.end();
  return buffer(zip.outputStream);
};

const publishAll = async (app: TestApp): Promise<PostId[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-addresses-'));
  const publish = async (content: Buffer, contentType: string, terms: object): Promise<PostId> => {
    const key = await upload(app.server, app.producer, content, contentType);
    return (
      await app.producer.call('POST /posts', {
        body: { ...terms, medias: [{ key, contentType, name: 'x' }] },
      })
    ).id;
  };
  try {
    const priced = { price: 900 };
    return [
      await publish(await picture(1), 'image/jpeg', priced),
      await publish(await picture(2), 'image/jpeg', { public: true }),
      await publish(
        await readFile(await drawClip(folder, { seconds: 3, size: '320x240', rate: 15 })),
        'video/mp4',
        priced,
      ),
      await publish(await readFile(await drawTone(folder)), 'audio/mpeg', priced),
      await publish(await archive(), 'application/zip', priced),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Everything one person sees of the posts. */
const mediaOf = async ({
  app,
  posts,
  person,
  foreign,
}: {
  app: TestApp;
  posts: readonly PostId[];
  person: ApiClient;
  foreign: readonly ApiClient[];
}): Promise<ValidAddress[]> => {
  const found: ValidAddress[] = [];
  for (const id of posts) {
    const { medias, price } = await person.call('GET /posts/{id}', { params: { id } });
    for (const media of medias) {
      const isOpen = price === null;
      const add = (thing: ServedKind, url: string | null | undefined) =>
        void (url && found.push({ thing, url, person, foreign: isOpen ? [] : foreign }));
      const isBuyer = person !== app.producer && !isOpen;
      add(isOpen ? 'open image' : 'blurred image', media.preview);
      add(isOpen ? 'open image' : 'image', media.mdThumb);
      add(isOpen ? 'open image' : isBuyer ? 'buyer’s copy' : 'image', media.lgThumb);
      add(isOpen ? 'open image' : isBuyer ? 'buyer’s copy' : 'image', media.url);
      const beside = (name: string) => media.m3u8 && media.m3u8.replace('master.m3u8', name);
      for (const name of ['master.m3u8', '240p.m3u8', 'audio.m3u8']) add('playlist', beside(name));
      for (const name of [
        'whole/240p/init.mp4',
        'whole/240p/0.m4s',
        'whole/audio/0.m4s',
        'first/240p/0.m4s',
      ])
        add('segment', beside(name));
      add('key', beside('key'));
      add('whole video', media.mp4Output);
      add('sprite', media.sprite?.url);
      add('audio', media.audio);
      add('zip', media.download);
    }
  }
  return found;
};

/** Call it in `beforeAll`. */
export const createAddressFixtures = async (): Promise<AddressFixtures> => {
  const app = await testApp();
  const posts = await publishAll(app);
  await app.runJobs();
  const back = (username: string): Promise<ApiClient> =>
    registerOrLogIn(app.server, {
      username,
      name: username,
      email: `${username}@example.com`,
      password: TEST_PASSWORD,
    });
  let admin = await joinAdmin(app, 'chefe');
  const asking = await app.join('pedinte');
  await asking.call('POST /profiles/became-producer', { body: await signupOf(app, asking) });
  let passing = await app.join('passageira');
  for (const buyer of [app.fan, passing]) {
    await fill(app, buyer, 900 * posts.length);
    for (const id of posts) {
      const { price } = await buyer.call('GET /posts/{id}', { params: { id } });
      if (price)
        await buyer.call('POST /posts/{id}/purchase', {
          params: { id },
          body: { price },
          idempotencyKey: `buy-${id}`,
        });
    }
  }
  app.clock.advance(AFTER_MS);
  const keys = (await storedKeys(app)).flatMap(
    (path) =>
      path
        .match(/^(private|public)\/(.*)m\.([^/]+)$/)
        ?.slice(1, 4)
        .join('/')
        .replaceAll('d.', '')
        .replaceAll('//', '/') ?? [],
  );
  const originalKey = keys.find((key) => key.startsWith('private/originals/')) ?? '';

  const documents = async (): Promise<ValidAddress[]> => {
    const request = await admin.call('GET /dsb/producer/{producerId}', {
      params: { producerId: asking.profileId },
    });
    const urls = JSON.stringify(request).match(/\/files\/documents\/[^"]+/g) ?? [];
    return urls.map((url) => ({
      thing: 'document' as const,
      url,
      person: admin,
      foreign: [app.fan, app.producer, asking, app.visitor],
    }));
  };
  /**
   * The holder of the store's secret, the server, may read everything; no other caller
   * anything.
   */
  const original = async (): Promise<ValidAddress> => {
    const s3 = new S3Client({
      endpoint: `http://${HOST}/blobs`,
      region: 'local',
      forcePathStyle: true,
      credentials: { accessKeyId: 'camarim', secretAccessKey: STORE_SECRET },
    });
    const [Bucket, ...rest] = originalKey.split('/');
    const url = new URL(
      await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: rest.join('/') }), {
        expiresIn: 600,
        signingDate: app.clock.now(),
      }),
    );
    s3.destroy();
    return { thing: 'original', url: url.pathname + url.search, person: app.visitor, foreign: [] };
  };
  return {
    app,
    keys,
    addresses: async () => [
      ...(await mediaOf({
        app,
        posts,
        person: app.producer,
        foreign: [app.fan, app.stranger, app.visitor, admin],
      })),
      ...(await mediaOf({
        app,
        posts,
        person: app.fan,
        foreign: [app.producer, app.stranger, app.visitor, admin],
      })),
      ...(await documents()),
      await original(),
    ],
    revocable: async () =>
      (await mediaOf({ app, posts, person: passing, foreign: [] })).filter(
        ({ thing }) => thing !== 'open image',
      ),
    revokeAccess: () => block(app, app.producer, passing).then(() => app.clock.advance(AFTER_MS)),
    restoreAccess: () =>
      unblock(app, app.producer, passing).then(() => app.clock.advance(AFTER_MS)),
    logInAgain: async () => {
      [app.producer, app.fan, app.stranger, admin, passing] = [
        await back('iris'),
        await back('davi'),
        await back('malu'),
        await back('chefe'),
        await back('passageira'),
      ];
    },
  };
};

/** What the address answers to the person, as their browser asks. */
export const request = (
  { app }: Pick<AddressFixtures, 'app'>,
  person: ApiClient,
  url: string,
  headers: Record<string, string> = {},
) => open(app, person, url, { host: HOST, ...headers });
