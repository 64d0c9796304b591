// The total above a thread follows the viewer's own new and deleted comments in every loaded order.
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { commentsKey } from './keys.ts';
import { type Comment, removeFromCache, addToCache } from './queries.ts';

const comment = (id: string, parentId: string | null = null) =>
  ({ id, postId: 'p', parentId, totalReplies: 0, text: id, deleted: false }) as unknown as Comment;

test('the total of comments rises with an own comment or reply and falls with its deletion', () => {
  const client = new QueryClient();
  const orders = ['created_at:desc', 'total_likes:desc'];
  const key = (order: string) => [...commentsKey('p'), 'list', order];
  for (const order of orders)
    client.setQueryData(key(order), {
      pages: [
        { success: true, data: [comment('a')], total: 2 },
        { success: true, data: [], total: 2 },
      ],
      pageParams: [0, 10],
    });
  const totals = () =>
    orders.map((order) =>
      client
        .getQueryData<{ pages: { total: number }[] }>(key(order))
        ?.pages.map(({ total }) => total),
    );
  addToCache(client, comment('b'));
  addToCache(client, comment('c', 'a'));
  expect(totals()).toEqual([
    [4, 4],
    [4, 4],
  ]);
  removeFromCache(client, comment('c', 'a'));
  expect(totals()).toEqual([
    [3, 3],
    [3, 3],
  ]);
});
