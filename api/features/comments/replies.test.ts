// Answers to comments: where they stand, who is notified, and what is left of a thread when a
// comment goes or its author hides.
import type { Routes } from '@camarim/contract';
import type { CommentId, PostId } from '@camarim/contract/ids';
import type { ReplyOf } from '@camarim/contract/route';
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { block, publish, unblock } from '../../testing/publishing.ts';
import type { ApiClient } from '../../api-client.ts';

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

const newPost = async (): Promise<PostId> =>
  (await publish(app, creator, { text: 'Oi', pictures: 0 })).id;
const say = (person: ApiClient, postId: PostId, text = 'Que linda!') =>
  person.ask('POST /comments', { body: { postId, text } });
const list = (person: ApiClient, postId: PostId, query = {}) =>
  person.ask('GET /comments', { query: { filter: `post_id:eq:${postId}`, ...query } });
const textsOf = async (person: ApiClient, postId: PostId, query = {}): Promise<string[]> =>
  (await list(person, postId, query)).reply.data.map(({ text }) => text);
const remove = (person: ApiClient, id: CommentId) =>
  person.ask('DELETE /comments/{id}', { params: { id } });
const like = (person: ApiClient, { id }: Comment) =>
  person.ask('POST /comments/{id}/like', { params: { id } });
const totalOf = async (postId: PostId): Promise<number> =>
  (await creator.call('GET /posts/{id}', { params: { id: postId } })).totalComments;
const answer = (person: ApiClient, { postId, id }: Comment, text = 'Concordo', key?: string) =>
  person.ask('POST /comments', {
    body: { postId, text, replyTo: id },
    ...(key && { idempotencyKey: key }),
  });
const replies = (person: ApiClient, { id }: Comment, query = {}) =>
  person.ask('GET /comments/{id}/replies', { params: { id }, query });
const saidTo = async (person: ApiClient, comment: Comment, query = {}) =>
  (await replies(person, comment, query)).reply.data.map(({ text }) => text);
const notified = async (person: ApiClient, postId: PostId): Promise<string[]> =>
  (
    await app.ctx.pool.query(
      'SELECT type FROM notifications WHERE profile_id = $1 AND post_id = $2 ORDER BY id',
      [person.profileId, postId],
    )
  ).rows.map(({ type }) => type);

test('replies are listed under the top comment, oldest first, replies to replies too', async () => {
  const postId = await newPost();
  const { data: first } = (await say(fan, postId, 'primeiro')).reply;
  const { data: second } = (await answer(stranger, first, 'a')).reply;
  app.clock.advance(1_000);
  expect((await answer(fan, second, 'b')).reply.data).toMatchObject({
    parentId: first.id,
    totalComments: 3,
    totalReplies: 0,
  });
  expect([
    await textsOf(visitor, postId),
    await saidTo(visitor, first),
    await saidTo(visitor, first, { limit: 1, offset: 1 }),
  ]).toEqual([['primeiro'], ['a', 'b'], ['b']]);
  expect((await list(visitor, postId)).reply.data[0]).toMatchObject({
    parentId: null,
    totalReplies: 2,
    deleted: false,
  });
  expect((await like(creator, second)).reply.data).toEqual({ liked: true, totalLikes: 1 });
  expect((await replies(creator, first)).reply.data[0]).toMatchObject({
    liked: true,
    totalLikes: 1,
    deletable: true,
  });
  expect(await totalOf(postId)).toBe(3);
});

test('a reply notifies the replied author and the owner of the post once, and never its own author', async () => {
  const postId = await newPost();
  const { data: first } = (await say(fan, postId)).reply;
  await answer(stranger, first);
  expect([
    await notified(fan, postId),
    await notified(creator, postId),
    await notified(stranger, postId),
  ]).toEqual([['reply'], ['comment', 'comment'], []]);
  const { data: own } = (await say(creator, postId)).reply;
  await answer(fan, own);
  expect((await notified(creator, postId)).slice(2)).toEqual(['reply']);
  await answer(fan, first);
  expect(await notified(fan, postId)).toEqual(['reply']);
  const notices = await fan.call('GET /profiles/notifications', { query: { types: 'reply' } });
  expect(notices[0]).toMatchObject({
    type: 'reply',
    message: 'Nome malu respondeu ao seu comentário.',
    postId,
  });
});

test('a repeated key creates one reply, and another text under the same key is refused', async () => {
  const postId = await newPost();
  const [first, other] = [(await say(fan, postId)).reply.data, (await say(fan, postId)).reply.data];
  const answers = await Promise.all(
    [1, 2].map(() => answer(stranger, first, 'uma vez', 'reply-once')),
  );
  expect(new Set(answers.map(({ reply }) => reply.data.id)).size).toBe(1);
  expect((await answer(stranger, other, 'uma vez', 'reply-once')).reply.code).toBe(
    'request.idempotencyMismatch',
  );
});

test('a reply is refused unless its comment is visible and of the same post', async () => {
  const [postId, elsewhere] = [await newPost(), await newPost()];
  const { data: first } = (await say(fan, postId)).reply;
  expect((await answer(stranger, { ...first, postId: elsewhere })).reply.code).toBe(
    'comment.notFound',
  );
  await block(app, fan, stranger);
  expect([
    (await answer(stranger, first)).reply.code,
    (await replies(stranger, first)).reply.code,
  ]).toEqual(['comment.notFound', 'comment.notFound']);
  await unblock(app, fan, stranger);
  await remove(fan, first.id);
  expect((await answer(stranger, first)).reply.code).toBe('comment.notFound');
});

test('a deleted comment remains as a placeholder while it has replies', async () => {
  const postId = await newPost();
  const { data: first } = (await say(fan, postId, 'segredo')).reply;
  const { data: reply } = (await answer(stranger, first, 'fica')).reply;
  await remove(fan, first.id);
  const [gone] = (await list(visitor, postId)).reply.data;
  expect(gone).toMatchObject({
    id: first.id,
    deleted: true,
    text: '',
    commentFrom: null,
    comentsFromId: null,
    totalLikes: 0,
    totalReplies: 1,
    deletable: false,
  });
  expect([
    await saidTo(visitor, first),
    (await like(stranger, first)).reply.code,
    await totalOf(postId),
  ]).toEqual([['fica'], 'comment.notFound', 1]);
  // Still one can answer the answer.
  expect((await answer(fan, reply, 'eu também')).reply.data.parentId).toBe(first.id);
  for (const { id } of (await replies(creator, first)).reply.data) await remove(creator, id);
  expect([await textsOf(visitor, postId), await totalOf(postId)]).toEqual([[], 0]);
});

test('replies of a hidden author, and replies to them, are neither shown nor counted', async () => {
  const postId = await newPost();
  const { data: first } = (await say(creator, postId, 'da dona')).reply;
  const { data: theirs } = (await answer(fan, first, 'do fã')).reply;
  const { data: root } = (await say(fan, postId, 'raiz do fã')).reply;
  const { data: mine } = (await answer(creator, root, 'da dona ao fã')).reply;
  await block(app, stranger, fan);
  expect([await saidTo(stranger, first), await saidTo(visitor, first)]).toEqual([[], ['do fã']]);
  expect(
    (await list(stranger, postId)).reply.data.map(({ text, totalReplies }) => [text, totalReplies]),
  ).toEqual([['da dona', 0]]);
  expect([
    (await replies(stranger, root)).reply.code,
    (await like(stranger, mine)).reply.code,
    (await like(stranger, theirs)).reply.code,
  ]).toEqual(['comment.notFound', 'comment.notFound', 'comment.notFound']);
  await unblock(app, stranger, fan);
});

test('the total of a list counts only comments and replies that the reader may see', async () => {
  const postId = await newPost();
  const totalFor = async (person: ApiClient) =>
    (await list(person, postId, { limit: 1 })).reply.total;
  const { data: first } = (await say(creator, postId, 'da dona')).reply;
  await answer(fan, first, 'do fã');
  const { data: root } = (await say(fan, postId, 'raiz do fã')).reply;
  await answer(creator, root, 'da dona ao fã');
  expect([await totalFor(stranger), await totalFor(visitor)]).toEqual([4, 4]);
  await block(app, stranger, fan);
  expect([await totalFor(stranger), await totalFor(visitor)]).toEqual([1, 4]);
  await unblock(app, stranger, fan);
  await remove(fan, root.id);
  expect([await totalFor(stranger), await totalFor(visitor)]).toEqual([3, 3]);
});
