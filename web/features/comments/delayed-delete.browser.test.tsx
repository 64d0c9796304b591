// Deleting a comment: there is a way back for some seconds, and leaving the page deletes at once.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../client/failures.ts';
import { CommentItem } from './CommentItem.tsx';
import type { Comment } from './queries.ts';

const COMMENT = {
  id: 'c1',
  postId: 'p1',
  parentId: null,
  text: 'Que luz!',
  createdAt: '2026-11-20T12:00:00Z',
  totalReplies: 0,
  totalLikes: 0,
  liked: false,
  deleted: false,
  deletable: true,
  commentFrom: { id: 'me', exibitionName: 'Bia', domainName: 'bia' },
} as unknown as Comment;

let deleted: number;
beforeEach(() => {
  deleted = 0;
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (_path: string, { method }: { method: string }) => {
    if (method === 'DELETE') deleted += 1;
    return Response.json({ success: true, data: { totalComments: 0 } });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = async () => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '*',
      Component: () => (
        <QueryClientProvider client={new QueryClient()}>
          <ul>
            <CommentItem comment={COMMENT} />
          </ul>
        </QueryClientProvider>
      ),
      loader: () => ({ site: {}, user: { profile: { id: 'me' } } }),
    },
  ]);
  const screen = await render(<Stub />);
  await expect.poll(() => screen.container.textContent).toContain('Que luz!');
  await screen.getByRole('button', { name: 'Apagar o comentário' }).click();
  return screen;
};

test('a deleted comment comes back by the button that has the focus, and nothing is sent', async () => {
  const screen = await show();
  const undo = screen.getByRole('button', { name: 'Desfazer' });
  await expect.element(undo).toHaveFocus();
  expect(screen.container.textContent).not.toContain('Que luz!');
  vi.advanceTimersByTime(4_000);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => screen.container.textContent).toContain('Que luz!');
  vi.advanceTimersByTime(60_000);
  await screen.unmount();
  expect(deleted).toBe(0);
});

test('a comment is deleted once: after five seconds, or when it leaves the page before', async () => {
  const screen = await show();
  vi.advanceTimersByTime(4_999);
  expect(deleted).toBe(0);
  vi.advanceTimersByTime(1);
  await expect.poll(() => deleted).toBe(1);
  await screen.unmount();
  expect(deleted).toBe(1);

  const other = await show();
  await other.unmount();
  await expect.poll(() => deleted).toBe(2);
});
