// Who gets which bytes of a media: every kind of viewer against media of every origin, through the
// real application.
import type { MediaId, PostId } from '@camarim/contract/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { newId } from './platform/ids/new-id.ts';
import { type TestApp, testApp } from './testing/app.ts';
import { joinAdmin } from './testing/producing.ts';
import { block, fill, joinProducer, open, picture, post } from './testing/publishing.ts';
import { addressSigner } from './features/media/view-media.ts';

let app: TestApp;
/** Publishes everything below. */
let owner: ApiClient;

/** Longer than an access decision is cached. */
const AFTER_CACHE_MS = 5_001;

const VIEWERS = [
  'visitor',
  'member',
  'follower',
  'subscriber',
  'buyer',
  'owner',
  'blocked',
  'administrator',
  'buying administrator',
] as const;
type ViewerName = (typeof VIEWERS)[number];
let viewers: Record<ViewerName, ApiClient>;

const sql = async (text: string, values: unknown[]): Promise<void> => {
  await app.ctx.pool.query(text, values);
};
const removePost = (id: PostId) =>
  sql('UPDATE posts SET deleted_at = $2 WHERE id = $1', [id, app.clock.now()]);
const withhold = (id: PostId) =>
  sql('UPDATE posts SET withheld_at = $2 WHERE id = $1', [id, app.clock.now()]);
const reportTarget = (kind: 'post' | 'media', id: string) =>
  sql(
    `INSERT INTO reports (id, target_kind, target_id, reason, created_at, due_at) VALUES ($1, $2,
      $3, 'fraud', $4, $4)`,
    [newId(), kind, id, app.clock.now()],
  );
const takeOutOfPosts = (mediaId: MediaId) =>
  sql('DELETE FROM post_media WHERE media_id = $1', [mediaId]);

const chooseAsFree = ({ id, mediaId }: { id: PostId; mediaId: MediaId }) =>
  owner.call('PUT /posts/{id}', {
    params: { id },
    body: { freePreview: { mediaId, seconds: null } },
  });

/** A post with one image, and what happens to it after it was published (and sold). */
type MediaCase = {
  price?: 500;
  members?: true;
  after?: (post: { id: PostId; mediaId: MediaId }) => Promise<unknown>;
};
const keepInVault = (mediaId: MediaId, kept: boolean) =>
  sql('UPDATE media SET kept = $2 WHERE id = $1', [mediaId, kept]);
const publishAgain = (mediaId: MediaId) =>
  owner.call('POST /posts', { body: { medias: [{ id: mediaId }] } });

const MEDIA = {
  'in an open post': {},
  'in a post for members': { members: true },
  'in a sold post': { price: 500 },
  'in a sold post that is deleted': { price: 500, after: ({ id }) => removePost(id) },
  'in a sold post and in an open one': {
    price: 500,
    after: ({ mediaId }) => publishAgain(mediaId),
  },
  'that is the free preview of a post for members': { members: true, after: chooseAsFree },
  'that is the free preview of a sold post': { price: 500, after: chooseAsFree },
  'that is the free preview of a sold post that is deleted': {
    price: 500,
    after: async (post) => {
      await chooseAsFree(post);
      await removePost(post.id);
    },
  },
  'that is the free preview of a post that is withheld': {
    price: 500,
    after: async (post) => {
      await chooseAsFree(post);
      await withhold(post.id);
    },
  },
  'in a deleted post': { after: ({ id }) => removePost(id) },
  'in a deleted post and in the vault': {
    after: async ({ id, mediaId }) => {
      await keepInVault(mediaId, true);
      await removePost(id);
    },
  },
  'in the vault only': {
    after: async ({ mediaId }) => {
      await keepInVault(mediaId, true);
      await takeOutOfPosts(mediaId);
    },
  },
  'in no post and not in the vault': {
    after: async ({ mediaId }) => {
      await keepInVault(mediaId, false);
      await takeOutOfPosts(mediaId);
    },
  },
  'in a sold post and under report': { price: 500, after: ({ id }) => reportTarget('post', id) },
  'in a deleted post and reported itself': {
    after: async ({ id, mediaId }) => {
      await reportTarget('media', mediaId);
      await removePost(id);
    },
  },
  'in a sold post that is withheld': { price: 500, after: ({ id }) => withhold(id) },
  'in a withheld post and in an open one': {
    price: 500,
    after: async ({ id, mediaId }) => {
      await publishAgain(mediaId);
      await withhold(id);
    },
  },
  'in a withheld post under report': {
    price: 500,
    after: async ({ id }) => {
      await reportTarget('post', id);
      await withhold(id);
    },
  },
  'in a withheld post that is deleted, and in the vault': {
    price: 500,
    after: async ({ id, mediaId }) => {
      await keepInVault(mediaId, true);
      await withhold(id);
      await removePost(id);
    },
  },
  'in the welcome message': {
    after: async ({ mediaId }) => {
      await keepInVault(mediaId, false);
      await owner.call('POST /profiles/welcome', {
        body: { message: 'oi', medias: [{ id: mediaId }] },
      });
      await takeOutOfPosts(mediaId);
    },
  },
  'that is the avatar of the profile': {
    after: async ({ mediaId }) => {
      await takeOutOfPosts(mediaId);
      await sql(`UPDATE media SET purpose = 'avatar' WHERE id = $1`, [mediaId]);
    },
  },
} satisfies Record<string, MediaCase>;
type MediaName = keyof typeof MEDIA;

/**
 * What each viewer gets, in the order of VIEWERS. `copy`: the image with the mark of its buyer.
 * `-`: the address is refused.
 */
const ANSWERS: Record<MediaName, string> = {
  'in an open post': 'full full full full full full - full full',
  'in a post for members': 'preview preview preview full preview full - preview preview',
  'in a sold post': 'preview preview preview preview copy full - preview copy',
  'in a sold post that is deleted': '- - - - copy - - - copy',
  'in a sold post and in an open one': 'full full full full full full - full full',
  'that is the free preview of a post for members': 'full full full full full full - full full',
  'that is the free preview of a sold post': 'full full full full full full - full full',
  'that is the free preview of a sold post that is deleted': '- - - - copy - - - copy',
  'that is the free preview of a post that is withheld': '- - - - - full - - -',
  'in a deleted post': '- - - - - - - - -',
  'in a deleted post and in the vault': '- - - - - full - - -',
  'in the vault only': '- - - - - full - - -',
  'in no post and not in the vault': '- - - - - - - - -',
  'in a sold post and under report': 'preview preview preview preview copy full - full copy',
  'in a deleted post and reported itself': '- - - - - - - full full',
  'in a sold post that is withheld': '- - - - - full - - -',
  'in a withheld post and in an open one': '- - - - - full - - -',
  'in a withheld post under report': '- - - - - full - full full',
  'in a withheld post that is deleted, and in the vault': '- - - - - full - - -',
  'in the welcome message': '- - - - - full - - -',
  'that is the avatar of the profile': 'full full full full full full - full full',
};

/** Asks at addresses that are signed for the viewer, as if every page had shown them. */
const answerFor = async (viewer: ApiClient, mediaId: MediaId): Promise<string> => {
  const audience = viewer.token ? viewer.profileId : 'public';
  const signer = await addressSigner(app.ctx);
  const addresses = signer.addressesOf(mediaId, audience, app.clock.now());
  const full = await open(app, viewer, addresses.full);
  if (full.statusCode === 200)
    return viewer.token && String(full.headers.etag).includes(viewer.profileId) ? 'copy' : 'full';
  const preview = await open(app, viewer, addresses.preview);
  return preview.statusCode === 200 ? 'preview' : '-';
};

const created = {} as Record<MediaName, MediaId>;

beforeAll(async () => {
  app = await testApp();
  owner = app.producer;
  viewers = {
    visitor: app.visitor,
    member: app.stranger,
    follower: await app.join('seguidora'),
    subscriber: await app.join('assinante'),
    buyer: app.fan,
    owner,
    blocked: await app.join('bloqueada'),
    administrator: await joinAdmin(app, 'chefia'),
    'buying administrator': await joinAdmin(app, 'chefe'),
  };
  // A profile that sold a plan has subscribers as its members, and not its followers.
  await sql(
    `INSERT INTO tiers (id, price_id, producer_id, price_centavos, created_at) VALUES ($1, $1,
      $2, 990, $3)`,
    [newId(), owner.profileId, app.clock.now()],
  );
  await viewers.follower.call('POST /profiles/{id}/follow', {
    params: { id: owner.profileId },
    body: { following: true },
  });
  await sql(
    `INSERT INTO access (id, profile_id, kind, producer_id, transfer_id, starts_at) VALUES ($1,
      $2, 'subscription', $3, $1, $4)`,
    [newId(), viewers.subscriber.profileId, owner.profileId, app.clock.now()],
  );
  const image = await picture(1, { width: 320, height: 240 });
  const stories = Object.entries(MEDIA) as [MediaName, MediaCase][];
  const posts = new Map<MediaName, { id: PostId; mediaId: MediaId }>();
  for (const [name, { price, members }] of stories) {
    const { data } = (await post(app, owner, [image], { price, public: !members })).reply;
    posts.set(name, { id: data.id, mediaId: data.medias[0]?.id as MediaId });
  }
  await app.runJobs();
  for (const buyer of [viewers.buyer, viewers['buying administrator']]) {
    await fill(app, buyer, 10_000);
    for (const [name, { price }] of stories)
      if (price !== undefined)
        await buyer.call('POST /posts/{id}/purchase', {
          params: { id: posts.get(name)?.id as PostId },
          body: { price: price },
          idempotencyKey: `buy-${posts.get(name)?.id}`,
        });
  }
  for (const [name, { after }] of stories) {
    const published = posts.get(name);
    if (!published) throw new Error(`no post for the media ${name}`);
    await after?.(published);
    created[name] = published.mediaId;
  }
  await app.runJobs();
  await block(app, owner, viewers.blocked);
  app.clock.advance(AFTER_CACHE_MS);
});

describe('every viewer gets as much of a media as the posts, the vault and the reports give', () => {
  test.each(Object.entries(ANSWERS))('a media %s: %s', async (name, expected) => {
    const answers = [];
    for (const viewer of VIEWERS)
      answers.push(await answerFor(viewers[viewer], created[name as MediaName]));
    expect(answers.join(' ')).toBe(expected);
  });
});

test('a producer gets nothing of media in the vault of another producer', async () => {
  const other = await joinProducer(app, 'outra');
  expect(await answerFor(other, created['in the vault only'])).toBe('-');
});
