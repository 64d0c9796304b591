// What a decision kept, or an appeal took back, is neither blocked nor withheld by the same claim
// again. A picture that stays removed is the control.
import type { MediaId } from '@camarim/contract/ids';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { follow } from '../../testing/chatting.ts';
import { jpeg } from '../../testing/media/drawings.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { joinProducer } from '../../testing/publishing.ts';
import {
  askForRemoval,
  confirmRemoval,
  decideRemoval,
  emailsOf,
  hashPicture,
  publishFile,
  removalCase,
} from '../../testing/removing.ts';
import { back } from '../../testing/subscribing.ts';

/** Longer than an access decision is cached. */
const MOMENT_MS = 5_001;
let app: TestApp;
let admin: ApiClient;
let other: ApiClient;
let author: ApiClient;
let second: ApiClient;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
  other = await joinAdmin(app, 'revisao');
  author = await joinProducer(app, 'autora');
  second = await joinProducer(app, 'outra');
  await follow(app.fan, author);
});

type Post = Awaited<ReturnType<typeof publishFile>>;
const publish = async (person: ApiClient, seed: number) =>
  publishFile(app, person, await jpeg(seed));
/** A sent picture: smaller, mirrored and recompressed. */
const sent = async (seed: number) => {
  const copy = sharp(await jpeg(seed))
    .flop()
    .resize(400)
    .jpeg({ quality: 55 });
  return (await hashPicture(app, await copy.toBuffer())).reply.data.picture;
};
const linkTo = ({ id }: Post, who: 'autora' | 'outra') =>
  `${app.ctx.config.publicUrl}/${who}/posts/${id}`;
const ask = async (given: object) => {
  const { reference, email } = await askForRemoval(app, given);
  await confirmRemoval(app, email);
  return removalCase(admin, reference);
};
const settle = async () => {
  await app.runJobs();
  app.clock.advance(MOMENT_MS);
};
const remove = async (asked: Awaited<ReturnType<typeof ask>>, keep: MediaId[] = []) => {
  const { reply } = await decideRemoval(admin, asked, { outcome: 'removed', keep });
  await settle();
  return reply.data;
};
const statusOf = async ({ id }: Post) =>
  (await app.fan.ask('GET /posts/{id}', { params: { id } })).status;
const refusalOf = async ({ mediaId }: Post) =>
  (await app.ctx.pool.query('SELECT error_code FROM media WHERE id = $1', [mediaId])).rows[0]
    ?.error_code;
const overturn = async (owner: ApiClient, decision: string) => {
  const { id } = await owner.call('POST /profiles/help', {
    body: { message: 'A foto é minha.', decision },
  });
  const answered = await other.call('POST /dsb/help/{id}', {
    params: { id },
    body: { answer: 'É dela.', outcome: 'overturned' },
  });
  await settle();
  return answered;
};

describe('a won appeal', () => {
  test.each([
    ['consentWithdrawn', 141, 200, false],
    ['intimateImage', 142, 404, true],
  ] as const)(
    'a won appeal against a removal for %s lets its owner upload the picture again',
    async (ground, seed, shown, notified) => {
      const own = await publish(author, seed);
      const asked = await ask({ pictures: [await sent(seed)], ground });
      expect(await remove(asked)).toEqual({ removed: 1, kept: 0 });
      expect(await refusalOf(await publish(author, seed))).toBe('upload.blocked');
      await overturn(author, asked.id);
      expect(await statusOf(own)).toBe(shown);
      const emails = await emailsOf(app, 'autora@example.com');
      expect(JSON.stringify(emails).includes('pode enviá-lo de novo')).toBe(notified);
      expect(await refusalOf(await publish(author, seed))).toBeNull();
    },
  );

  test('a won appeal leaves the other pictures of the removal request blocked', async () => {
    await publish(author, 143);
    await publish(second, 144);
    const pictures = [await sent(143), await sent(144), await sent(145)];
    const asked = await ask({ pictures });
    expect(await remove(asked)).toEqual({ removed: 2, kept: 0 });
    await overturn(author, asked.id);
    expect(await refusalOf(await publish(author, 143))).toBeNull();
    expect(await refusalOf(await publish(author, 144))).toBe('upload.blocked');
    expect(await refusalOf(await publish(author, 145))).toBe('upload.blocked');
  });
});

test('a picture that was sent is not blocked when the decision keeps its media', async () => {
  const gone = await publish(second, 131);
  const kept = await publish(author, 132);
  const asked = await ask({ pictures: [await sent(131), await sent(132)] });
  expect(await remove(asked, [kept.mediaId])).toEqual({ removed: 1, kept: 1 });
  expect([await statusOf(gone), await statusOf(kept)]).toEqual([404, 200]);
  expect(await refusalOf(await publish(author, 132))).toBeNull();
  expect(await refusalOf(await publish(author, 131))).toBe('upload.blocked');
});

test('a decision that keeps all media of its sent pictures is refused, because it removes nothing', async () => {
  const kept = await publish(author, 133);
  const asked = await ask({ pictures: [await sent(133)] });
  const decided = await decideRemoval(admin, asked, { outcome: 'removed', keep: [kept.mediaId] });
  expect(decided.reply.code).toBe('removal.nothingLeft');
});

describe('what a decision left', () => {
  // One address asks five times a day.
  beforeAll(async () => {
    app.clock.advance(25 * HOUR_MS);
    [admin, author, second] = [
      await back(app, admin),
      await back(app, author),
      await back(app, second),
    ];
    [other, app.fan] = [await back(app, other), await back(app, app.fan)];
  });

  test('a media that a decision kept is not withheld by the next request of the same kind, which waits', async () => {
    const gone = await publish(second, 121);
    const kept = await publish(author, 122);
    const links = [linkTo(gone, 'outra'), linkTo(kept, 'autora')];
    expect(await remove(await ask({ links }), [kept.mediaId])).toEqual({ removed: 1, kept: 1 });
    const again = { links: [linkTo(kept, 'autora')], ground: 'generated' };
    expect((await ask(again)).items).toHaveLength(1);
    expect(await statusOf(kept)).toBe(200);
    await ask({ ...again, ground: 'minor' });
    expect(await statusOf(kept)).toBe(404);
  });

  test('a media that an appeal gave back is not withheld by the next request, until 90 days are over', async () => {
    const own = await publish(author, 123);
    const given = { links: [linkTo(own, 'autora')], ground: 'consentWithdrawn' };
    const asked = await ask(given);
    expect(await remove(asked)).toEqual({ removed: 1, kept: 0 });
    await overturn(author, asked.id);
    expect((await ask(given)).items).toHaveLength(1);
    expect(await statusOf(own)).toBe(200);
    app.clock.advance(91 * DAY_MS);
    [admin, app.fan] = [await back(app, admin), await back(app, app.fan)];
    await ask(given);
    expect(await statusOf(own)).toBe(404);
  });
});
