// Realtime comments: the count is updated at once, the list is requested once and only for unknown
// comments.
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { postKeys } from '../posts/index.ts';
import { showNewComments } from './new-comments.ts';

test('the count of comments is updated at once, and events in quick succession cause one refetch', () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  client.setQueryData(postKeys.one('p'), { data: { id: 'p', totalComments: 2 } });
  client.setQueryData(['comments', 'p', 'list', 'created_at:desc'], { pages: [], pageParams: [] });
  const stale = () =>
    client.getQueryState(['comments', 'p', 'list', 'created_at:desc'])?.isInvalidated;
  showNewComments(client, { postId: 'p', totalComments: 2 });
  vi.advanceTimersByTime(5_000);
  expect(stale()).toBe(false);
  for (const totalComments of [3, 4, 5]) showNewComments(client, { postId: 'p', totalComments });
  expect([client.getQueryData(postKeys.one('p')), stale()]).toEqual([
    { data: { id: 'p', totalComments: 5 } },
    false,
  ]);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect(stale()).toBe(true);
  vi.useRealTimers();
});
