// Comments as the specification rules them: what may be said where, by whom, and who may take it
// away.
import type { Routes } from '@camarim/contract';
import type { CommentId, PostId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { ReplyOf } from '@camarim/contract/route';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { block, fill, publish, refused, unblock } from '../../testing/publishing.ts';
import type { ApiClient } from '../../api-client.ts';
import { countReads } from '../../testing/count-reads.ts';

type Comment = ReplyOf<Routes['POST /comments']>['data'];

let app: TestApp;
let creator: ApiClient;
let fan: ApiClient;
let stranger: ApiClient;
let visitor: ApiClient;

beforeAll(async () => {
  app = await testApp();
  ({ producer: creator, fan, stranger, visitor } = app);
});

const newPost = async (terms: { price?: number; public?: boolean } = {}): Promise<PostId> =>
  (await publish(app, creator, { text: 'Oi', pictures: 0, ...terms })).id;
const say = (person: ApiClient, postId: PostId, text = 'Que linda!', idempotencyKey?: string) =>
  person.ask('POST /comments', {
    body: { postId, text },
    ...(idempotencyKey && { idempotencyKey }),
  });
const list = (person: ApiClient, postId: PostId, query = {}) =>
  person.ask('GET /comments', { query: { filter: `post_id:eq:${postId}`, ...query } });
const textsOf = async (person: ApiClient, postId: PostId, query = {}): Promise<string[]> =>
  (await list(person, postId, query)).reply.data.map(({ text }) => text);
const remove = (person: ApiClient, id: CommentId) =>
  person.ask('DELETE /comments/{id}', { params: { id } });
const like = (person: ApiClient, { id }: Comment, verb: 'like' | 'unlike' = 'like') =>
  person.ask(`POST /comments/{id}/${verb}`, { params: { id } });
const totalOf = async (postId: PostId): Promise<number> =>
  (await creator.call('GET /posts/{id}', { params: { id: postId } })).totalComments;
const allow = (enableComments: boolean) =>
  creator.call('PUT /profiles', { body: { settings: { enableComments } } });

describe('creating a comment', () => {
  test('a new comment shows its author, is counted and notifies the owner of the post', async () => {
    const postId = await newPost();
    const { status, reply } = await say(fan, postId, 'Que linda!');
    expect(status).toBe(200);
    expect(reply.data).toMatchObject({
      postId,
      profileId: creator.profileId,
      comentsFromId: fan.profileId,
      text: 'Que linda!',
      totalLikes: 0,
      liked: false,
      deletable: true,
      commentFrom: { domainName: 'davi', exibitionName: 'Nome davi' },
    });
    await say(creator, postId, 'Obrigada!');
    expect(await totalOf(postId)).toBe(2);
    const { rows } = await app.ctx.pool.query(
      `SELECT profile_id, from_profile_id FROM notifications WHERE type = 'comment'
        AND post_id = $1`,
      [postId],
    );
    expect(rows).toEqual([{ profile_id: creator.profileId, from_profile_id: fan.profileId }]);
  });

  test.each([
    ['is trimmed', '  Oi \n\n', 'Oi'],
    ['keeps two line breaks', 'a\n\nb', 'a\n\nb'],
    ['collapses three and more to one', 'a\n\n\nb\r\n\r\n\r\n\r\nc', 'a\nb\nc'],
    ['may have 250 characters', 'x'.repeat(250), 'x'.repeat(250)],
    ['is kept as it was written, marks and all', '<b>oi</b> & "tchau"', '<b>oi</b> & "tchau"'],
  ])('the text of a comment %s', async (_, said, kept) => {
    expect((await say(fan, await newPost(), said)).reply.data.text).toBe(kept);
  });

  test.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['line breaks alone', '\n\n\r\n'],
    ['251 characters', 'x'.repeat(251)],
  ])('a comment of %s is refused', async (_, text) => {
    const postId = await newPost();
    const { status, reply } = await say(fan, postId, text);
    expect([status, Object.keys(reply.fields ?? {}), await totalOf(postId)]).toEqual([
      400,
      ['text'],
      0,
    ]);
  });

  test('a repeated idempotency key creates one comment', async () => {
    const postId = await newPost();
    const answers = await Promise.all(
      [1, 2, 3].map(() => say(fan, postId, 'uma vez', 'comment-once')),
    );
    expect(new Set(answers.map(({ reply }) => reply.data.id)).size).toBe(1);
    expect(await totalOf(postId)).toBe(1);
    expect((await say(fan, postId, 'duas vezes', 'comment-once')).reply.code).toBe(
      'request.idempotencyMismatch',
    );
  });

  test('concurrent comments are counted exactly', async () => {
    const postId = await newPost();
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        say(index % 2 ? fan : stranger, postId, `n${index}`),
      ),
    );
    expect(await totalOf(postId)).toBe(30);
    const { reply } = await list(visitor, postId, { limit: 50 });
    await Promise.all(
      [...reply.data.slice(0, 12), ...reply.data.slice(0, 12)].map(({ id }) => remove(creator, id)),
    );
    expect(await totalOf(postId)).toBe(18);
  });
});

describe('listing comments', () => {
  test('the order by likes puts the newest of equals first', async () => {
    const postId = await newPost();
    const said: Comment[] = [];
    for (const text of ['1', '2', '3']) {
      app.clock.advance(1_000);
      said.push((await say(fan, postId, text)).reply.data);
    }
    await Promise.all([fan, stranger].map((person) => like(person, said[0] as Comment)));
    expect(await textsOf(visitor, postId, { sort: 'total_likes:desc' })).toEqual(['1', '3', '2']);
  });

  test('pages are newest first or oldest first', async () => {
    const postId = await newPost();
    for (const text of ['1', '2', '3', '4', '5']) {
      app.clock.advance(1_000);
      await say(fan, postId, text);
    }
    expect(await textsOf(visitor, postId)).toEqual(['5', '4', '3', '2', '1']);
    expect(await textsOf(visitor, postId, { limit: 2, offset: 2 })).toEqual(['3', '2']);
    expect(await textsOf(visitor, postId, { sort: 'created_at:asc', limit: 2 })).toEqual([
      '1',
      '2',
    ]);
    const { reply } = await list(fan, postId, { limit: 2 });
    expect([reply.total, reply.limit, reply.offset]).toEqual([5, 2, 0]);
  });

  test('each comment says whether the viewer may delete it', async () => {
    const postId = await newPost();
    await say(fan, postId);
    const deletable = async (person: ApiClient) =>
      (await list(person, postId)).reply.data[0]?.deletable;
    expect([
      await deletable(visitor),
      await deletable(stranger),
      await deletable(fan),
      await deletable(creator),
    ]).toEqual([false, false, true, true]);
  });

  test('a list leaves out authors whom a block hides from the reader', async () => {
    const postId = await newPost();
    await say(fan, postId, 'do fã');
    for (const [blocker, blocked] of [
      [stranger, fan],
      [fan, stranger],
    ] as const) {
      await block(app, blocker, blocked);
      expect([await textsOf(stranger, postId), await textsOf(visitor, postId)]).toEqual([
        [],
        ['do fã'],
      ]);
      await unblock(app, blocker, blocked);
    }
  });

  test('an unknown filter or order is refused', async () => {
    const postId = await newPost();
    for (const query of [
      { filter: 'post_id:eq:x' },
      { filter: `author_id:eq:${postId}` },
      { sort: 'total_likes:asc' },
      { limit: 51 },
    ])
      expect((await list(fan, postId, query)).status).toBe(400);
  });

  test('the number of queries is the same for one comment and for thirty', async () => {
    const postId = await newPost();
    for (let index = 0; index < 30; index += 1)
      await say(index % 2 ? fan : stranger, postId, `n${index}`);
    const queriesFor = async (limit: number): Promise<number> => {
      await list(fan, postId, { limit });
      return countReads(() => list(fan, postId, { limit }));
    };
    const few = await queriesFor(1);
    expect(await queriesFor(30)).toBe(few);
    expect(few).toBeLessThanOrEqual(4);
  });
});

describe('comments without access', () => {
  test('comments of a locked post can be read and written only after buying it', async () => {
    const priced = await newPost({ price: 500 });
    expect([
      (await say(fan, priced)).reply.code,
      (await list(fan, priced)).reply.code,
      (await list(visitor, priced)).reply.code,
    ]).toEqual(['post.locked', 'post.locked', 'post.locked']);
    await fill(app, fan, 500);
    await fan.call('POST /posts/{id}/purchase', {
      params: { id: priced },
      body: { price: 500 as Centavos },
      idempotencyKey: 'buy-to-talk',
    });
    const { reply } = await say(fan, priced, 'agora sim');
    expect(await textsOf(fan, priced)).toEqual(['agora sim']);
    expect((await like(stranger, reply.data)).reply.code).toBe('post.locked');
    const members = await newPost({ public: false });
    expect([
      (await say(stranger, members)).reply.code,
      (await list(stranger, members)).reply.code,
    ]).toEqual(['post.locked', 'post.locked']);
  });

  test("comments of a hidden or deleted post can't be read, liked or written", async () => {
    const postId = await newPost();
    const { reply } = await say(fan, postId);
    await block(app, creator, stranger);
    expect([
      (await say(stranger, postId)).reply.code,
      (await list(stranger, postId)).reply.code,
      (await like(stranger, reply.data)).reply.code,
    ]).toEqual(['post.notFound', 'post.notFound', 'comment.notFound']);
    await unblock(app, creator, stranger);
    await creator.call('DELETE /posts/{id}', { params: { id: postId } });
    expect([
      (await say(fan, postId)).reply.code,
      (await list(fan, postId)).reply.code,
      (await like(fan, reply.data)).reply.code,
    ]).toEqual(['post.notFound', 'post.notFound', 'comment.notFound']);
    expect((await say(fan, newId() as PostId)).reply.code).toBe('post.notFound');
  });

  test('comments are refused after the owner turned them off', async () => {
    const postId = await newPost();
    const { reply } = await say(fan, postId);
    await allow(false);
    expect([
      (await say(fan, postId)).reply.code,
      (await list(fan, postId)).reply.code,
      (await say(creator, postId)).reply.code,
      (await like(fan, reply.data)).reply.code,
    ]).toEqual(['comment.off', 'comment.off', 'comment.off', 'comment.notFound']);
    expect((await fan.call('GET /posts/{id}', { params: { id: postId } })).enableComments).toBe(
      false,
    );
    await allow(true);
    expect(await textsOf(fan, postId)).toEqual(['Que linda!']);
  });

  test('a visitor can read comments but not write them', async () => {
    const postId = await newPost();
    const { reply } = await say(fan, postId);
    expect([
      (await say(visitor, postId)).reply.code,
      (await like(visitor, reply.data)).reply.code,
      (await remove(visitor, reply.data.id)).reply.code,
    ]).toEqual(['auth.required', 'auth.required', 'auth.required']);
  });
});

describe('deleting a comment', () => {
  test('a comment can be deleted once, by its author or the owner of the post', async () => {
    const postId = await newPost();
    const [first, second] = [
      (await say(fan, postId)).reply.data,
      (await say(fan, postId)).reply.data,
    ];
    expect((await remove(stranger, first.id)).reply.code).toBe('comment.notFound');
    expect((await remove(fan, first.id)).reply.data).toEqual({ totalComments: 1 });
    expect((await remove(fan, first.id)).reply.code).toBe('comment.notFound');
    expect((await remove(creator, second.id)).reply.data).toEqual({ totalComments: 0 });
    expect(await textsOf(creator, postId)).toEqual([]);
    expect((await remove(fan, newId() as CommentId)).reply.code).toBe('comment.notFound');
  });

  test('an author can delete a comment that they can no longer see', async () => {
    const postId = await newPost();
    const { reply } = await say(fan, postId);
    await block(app, creator, fan);
    expect((await remove(fan, reply.data.id)).status).toBe(200);
    await unblock(app, creator, fan);
  });
});

describe('liking a comment', () => {
  test('liking and unliking a comment set the requested state under concurrency', async () => {
    const { reply } = await say(fan, await newPost());
    const comment = reply.data;
    expect((await like(fan, comment)).reply.data).toEqual({ liked: true, totalLikes: 1 });
    expect((await like(fan, comment)).reply.data).toEqual({ liked: true, totalLikes: 1 });
    await Promise.all(
      [stranger, creator, stranger, creator].map((person) => like(person, comment)),
    );
    const [seen] = (await list(stranger, comment.postId)).reply.data;
    expect([seen?.liked, seen?.totalLikes]).toEqual([true, 3]);
    await Promise.all(
      [stranger, stranger, creator].map((person) => like(person, comment, 'unlike')),
    );
    expect((await like(fan, comment, 'unlike')).reply.data).toEqual({
      liked: false,
      totalLikes: 0,
    });
    expect(
      await refused(fan, 'POST /comments/{id}/like', {
        params: { id: newId() },
      }),
    ).toBe('comment.notFound');
  });
});
