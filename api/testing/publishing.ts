// Pictures, posts and money for tests, made the way a browser makes them.
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RouteKey, Routes } from '@camarim/contract';
import type { ChargeId, MediaId, PostId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import type { BodyInput } from '@camarim/contract/route';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { approveProducer } from '../features/profiles/index.ts';
import { type ApiClient, type ApiResponse, upload } from '../api-client.ts';
import { newId } from '../platform/ids/new-id.ts';
import type { TestApp } from './app.ts';

type NewPost = Omit<BodyInput<Routes['POST /posts']>, 'medias'>;

/** A JPEG of a camera that wrote down where it was. Each seed is another picture. */
export const picture = (seed = 1, size = { width: 320, height: 240 }): Promise<Buffer> =>
  sharp({
    create: {
      ...size,
      channels: 3,
      background: { r: (seed * 67) % 256, g: (seed * 131) % 256, b: 90 },
      noise: { type: 'gaussian', mean: 128, sigma: 20 + (seed % 20) },
    },
  })
    .withExif({
      IFD0: { Make: 'CameraMaker', Model: 'SecretModel' },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '23/1 33/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '46/1 38/1 0/1',
      },
    })
    .jpeg()
    .toBuffer();

/** Posts the uploads of these contents; nothing is worked on yet. */
export const post = async (
  { server }: TestApp,
  person: ApiClient,
  contents: readonly Buffer[],
  terms: NewPost = {},
): Promise<ApiResponse<'POST /posts'>> => {
  const medias = [];
  for (const content of contents)
    medias.push({
      key: await upload(server, person, content, 'image/jpeg'),
      contentType: 'image/jpeg',
      name: 'férias na praia.jpg',
    });
  return person.ask('POST /posts', { body: { ...terms, medias } });
};

/** A post with pictures, ready to be seen. */
export const publish = async (
  app: TestApp,
  person: ApiClient,
  { pictures = 1, seed = 1, ...terms }: NewPost & { pictures?: number; seed?: number } = {},
): Promise<{ id: PostId; mediaIds: MediaId[] }> => {
  const contents = await Promise.all(
    Array.from({ length: pictures }, (_, index) => picture(seed + index)),
  );
  const { status, reply } = await post(app, person, contents, terms);
  if (status !== 200) throw new Error(`post refused: ${reply.code}`);
  if (pictures > 0) await app.runJobs();
  return { id: reply.data.id, mediaIds: reply.data.medias.map(({ id }) => id) };
};

/** Keys of everything that is in storage. */
export const storedKeys = async ({ ctx }: TestApp): Promise<string[]> => {
  const root = join(ctx.config.home, 'blobs');
  // The folder comes with the first object.
  await mkdir(root, { recursive: true });
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
};

/** Another approved producer. The clock moves on, so that the session knows of the approval. */
export const joinProducer = async (
  app: Pick<TestApp, 'ctx' | 'clock' | 'join'>,
  domainName: string,
): Promise<ApiClient> => {
  const person = await app.join(domainName);
  await approveProducer(app.ctx, domainName);
  app.clock.advance(6_000);
  return person;
};

/** Puts money into a fan's wallet. */
export const fill = async (
  { ctx: { ledger } }: Pick<TestApp, 'ctx'>,
  person: ApiClient,
  amount: number,
): Promise<void> => {
  await ledger.post({
    kind: 'topUp',
    chargeId: newId() as ChargeId,
    profileId: person.profileId,
    gateway: 'pix',
    amount: centavos(amount),
  });
};

/** Opens an address as the browser of that person does: with their cookie. */
export const open = (
  { server }: TestApp,
  person: ApiClient,
  url: string | null | undefined,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  server.inject({
    method: 'GET',
    url: url ?? '/nothing',
    headers: {
      ...headers,
      cookie: [person.token && `token=${person.token}`, headers['cookie']]
        .filter(Boolean)
        .join('; '),
    },
  });

/** The code of a refusal; null when it was none. */
export const refused = async <K extends RouteKey>(
  person: ApiClient,
  ...input: Parameters<typeof person.ask<K>>
): Promise<string | null> => (await person.ask(...input)).reply.code ?? null;

/** Blocks a person, directly in the table. */
export const block = async (
  { ctx }: TestApp,
  blocker: ApiClient,
  blocked: ApiClient,
): Promise<void> => {
  await ctx.db
    .insertInto('blocks')
    .values({
      blocker_id: blocker.profileId,
      blocked_id: blocked.profileId,
      created_at: ctx.clock.now(),
    })
    .execute();
};
export const unblock = async (
  { ctx }: TestApp,
  blocker: ApiClient,
  blocked: ApiClient,
): Promise<void> => {
  await ctx.db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blocker.profileId)
    .where('blocked_id', '=', blocked.profileId)
    .execute();
};
