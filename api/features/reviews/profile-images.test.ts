// The review of profile pictures and covers: others see the image before until a person of the team
// approves the new one.
import type { ReviewSettings } from '@camarim/contract/features/reviews';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../api-client.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { joinAdmin, stepUp } from '../../testing/producing.ts';
import { joinProducer, open, picture, storedKeys } from '../../testing/publishing.ts';

let app: TestApp;
let admin: ApiClient;
let moderator: ApiClient;
let author: ApiClient;
let names = 0;

const set = async (profileImages: ReviewSettings['profileImages']): Promise<void> => {
  await stepUp(app, admin);
  const { version, settings } = await admin.call('GET /dsb/review-settings', {});
  await admin.call('PUT /dsb/review-settings', {
    body: { version, settings: { ...settings, profileImages }, reason: 'para o teste' },
  });
};

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
  moderator = await joinAdmin(app, 'moderadora', 'moderation');
});
beforeEach(async () => {
  author = await joinProducer(app, `autora${(names += 1)}`);
});

const KINDS = [
  {
    kind: 'avatar' as const,
    field: 'profileImageKey' as const,
    held: 'profileImage' as const,
    seen: async () => (await page()).profileImage,
  },
  {
    kind: 'cover' as const,
    field: 'headerImageKey' as const,
    held: 'headerImage' as const,
    seen: async () => (await page()).headerImage,
  },
];
type Field = (typeof KINDS)[number]['field'];

const page = () =>
  app.visitor.call('GET /publics/profiles/{domainname}', {
    params: { domainname: author.domainName },
  });
const change = async (field: Field, seed: number) =>
  author.call('PUT /profiles', {
    body: {
      [field]: await upload(app.server, author, await picture(seed), 'image/jpeg', 'public'),
    },
  });
/** The media that an address is of. */
const mediaOf = (url: string | null | undefined) => url?.split('/')[2];
const waiting = async () =>
  (await moderator.call('GET /dsb/reviews', {})).items.filter(
    ({ producer }) => producer.profile.domainName === author.domainName,
  );
const itemOf = async () => {
  const [item, second] = await waiting();
  if (!item || second) throw new Error('one item should wait');
  return item;
};
type Item = { id: string; version: number };
const approve = ({ id, version }: Item) =>
  moderator.ask('POST /dsb/reviews/{id}', {
    params: { id },
    body: { outcome: 'approved', version },
  });
const refuse = ({ id, version }: Item, note = '') =>
  moderator.ask('POST /dsb/reviews/{id}', {
    params: { id },
    body: { outcome: 'refused', version, reason: 'noConsent', note },
  });

describe.each(KINDS)('$kind', ({ kind, field, held, seen }) => {
  test('a new image is seen by its owner and the team only, and replaces the one before when it is approved', async () => {
    await set('off');
    await change(field, 1);
    const before = await seen();
    expect((await open(app, app.visitor, before)).statusCode).toBe(200);

    await set('all');
    const { heldImages } = await change(field, 2);
    const mine = heldImages[held];
    expect(mine?.review).toMatchObject({ state: 'waiting', reason: null });
    expect(mediaOf(await seen())).toBe(mediaOf(before));
    expect((await open(app, author, mine?.image.url)).statusCode).toBe(200);
    const item = await itemOf();
    expect(item).toMatchObject({ kind, text: '', performers: [], version: 1, cause: 'all' });
    expect(item.medias.map(({ id }) => id)).toEqual([mediaOf(mine?.image.url)]);
    const url = item.medias[0]?.lgThumb;
    expect((await open(app, moderator, url)).statusCode).toBe(200);
    for (const other of [app.fan, app.visitor])
      expect((await open(app, other, url)).statusCode).not.toBe(200);

    expect((await approve(item)).status).toBe(200);
    expect(mediaOf(await seen())).toBe(mediaOf(mine?.image.url));
    app.clock.advance(6_000);
    expect((await open(app, app.visitor, await seen())).statusCode).toBe(200);
    expect((await author.call('GET /profiles/me')).heldImages[held]).toBeNull();
    // Nothing is left of the one before.
    await app.runJobs();
    const keys = await storedKeys(app);
    expect(keys.some((key) => key.includes(mediaOf(before) ?? '-'))).toBe(false);
  });

  test(`a refused image (${kind}) is never seen, and another one waits for a decision on itself`, async () => {
    await set('all');
    await change(field, 3);
    const item = await itemOf();
    await refuse(item, 'Quem é?');
    expect((await open(app, moderator, item.medias[0]?.lgThumb)).statusCode).toBe(403);
    expect(await seen()).toBeNull();
    expect((await author.call('GET /profiles/me')).heldImages[held]?.review).toMatchObject({
      state: 'refused',
      reason: 'noConsent',
      note: 'Quem é?',
    });
    // A refused one stays in review where a new one would not be.
    await set('off');
    await change(field, 4);
    const first = await itemOf();
    const { heldImages } = await change(field, 5);
    expect((await approve(first)).reply.code).toBe('review.changed');
    expect(await seen()).toBeNull();
    await approve(await itemOf());
    expect(mediaOf(await seen())).toBe(mediaOf(heldImages[held]?.image.url));
  });

  test('an image that is removed while it waits is not in the queue any more', async () => {
    await set('all');
    await change(field, 6);
    const item = await itemOf();
    const { heldImages } = await author.call('PUT /profiles', { body: { [field]: null } });
    expect(heldImages[held]).toBeNull();
    expect(await waiting()).toEqual([]);
    expect((await approve(item)).reply.code).toBe('review.notFound');
    expect(await seen()).toBeNull();
  });

  test('a refusal that is taken back shows the image', async () => {
    await set('all');
    const { heldImages } = await change(field, 7);
    const item = await itemOf();
    await refuse(item);
    const { reply } = await moderator.ask('POST /dsb/reviews/{id}/restore', {
      params: { id: item.id },
      body: { reason: 'Foi engano.' },
    });
    expect(reply.data).toEqual({ published: true });
    expect(mediaOf(await seen())).toBe(mediaOf(heldImages[held]?.image.url));
  });
});

test('picture and cover of one change are two items, each decided by itself', async () => {
  await set('all');
  const key = async (seed: number) =>
    upload(app.server, author, await picture(seed), 'image/jpeg', 'public');
  await author.call('PUT /profiles', {
    body: { profileImageKey: await key(8), headerImageKey: await key(9) },
  });
  const items = await waiting();
  expect(items.map(({ kind }) => kind).sort()).toEqual(['avatar', 'cover']);
  expect(new Set(items.flatMap(({ medias }) => medias.map(({ id }) => id))).size).toBe(2);
  const cover = items.find(({ kind }) => kind === 'cover');
  await approve(cover as Item);
  const { profileImage, headerImage } = await page();
  expect([profileImage, headerImage === null]).toEqual([null, false]);
});

test('images of people who do not publish are not reviewed', async () => {
  await set('all');
  const fan = await app.join(`fan${(names += 1)}`);
  const { profileImage, heldImages } = await fan.call('PUT /profiles', {
    body: {
      profileImageKey: await upload(app.server, fan, await picture(10), 'image/jpeg', 'public'),
    },
  });
  expect([profileImage === null, heldImages.profileImage]).toEqual([false, null]);
});
