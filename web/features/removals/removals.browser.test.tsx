// The removal portal beside links that lead to nothing: the form says so before it is sent, and the
// state of the request does not say that something is hidden.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../client/failures.ts';
import { Links } from './Links.tsx';
import FollowRemovalPage from './status.page.tsx';

const POST = '01a22059-6f3e-77d3-9b83-9ad158795fd2';
const OTHER = '01a22059-6f3e-77d3-9b83-9ad158795fd3';
const REQUEST = {
  reference: 'M-7K3M-9QXA',
  state: 'waiting',
  createdAt: '2026-11-28T12:00:00.000Z',
  dueAt: '2026-11-30T12:00:00.000Z',
  searched: true,
  found: 0,
  removed: 0,
  decidedAt: null,
  reason: '',
  contest: null,
};

let request = REQUEST;
const added: unknown[] = [];

/** An API with one post and one request. */
beforeEach(() => {
  request = REQUEST;
  added.length = 0;
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    if (path.includes('/removals/add')) {
      added.push(JSON.parse(body ?? ''));
      request = { ...REQUEST, searched: false, found: 1 };
    }
    if (path.includes(OTHER))
      return Response.json({ success: false, code: 'post.notFound' }, { status: 404 });
    return Response.json({ success: true, data: path.includes('/removals') ? request : {} });
  });
});

const show = (element: ReactElement) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const shown = <QueryClientProvider client={client}>{element}</QueryClientProvider>;
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element: shown }])} />);
};

const UNKNOWN = /Não achamos este endereço/;

test('links that lead to no post or media are named beside the field when it is left', async () => {
  const screen = await show(<Links error={undefined} />);
  const site = window.location.origin;
  const slip = `${site}/liasolar/posts/nada`;
  const gone = `${site}/liasolar/posts/${OTHER}`;
  await userEvent.type(
    screen.getByRole('textbox'),
    `${slip}\n${gone}\n${site}/liasolar/posts/${POST}`,
  );
  await userEvent.tab();
  await expect.element(screen.getByText(UNKNOWN)).toBeVisible();
  const named = [...screen.container.querySelectorAll('li')].map((item) => item.textContent);
  expect(named).toEqual([slip, gone]);
});

test('a link that leads to a post has no warning beside the field', async () => {
  const link = `${window.location.origin}/liasolar/posts/${POST}`;
  const screen = await show(<Links defaultValue={link} error={undefined} />);
  await expect.element(screen.getByRole('textbox')).toHaveValue(link);
  expect(screen.container.textContent).not.toMatch(UNKNOWN);
});

test('a removal request that found nothing says so, and takes another link', async () => {
  window.location.hash = 'token';
  const screen = await show(<FollowRemovalPage />);
  await expect.element(screen.getByText('Não achamos o que você indicou.')).toBeVisible();
  expect(screen.container.textContent).not.toContain('Fora do ar até a decisão');
  const link = `${window.location.origin}/liasolar/posts/${POST}`;
  await userEvent.type(screen.getByRole('textbox', { name: 'Links' }), link);
  await userEvent.click(screen.getByRole('button', { name: 'Acrescentar ao pedido' }));
  await expect.element(screen.getByText('Fora do ar até a decisão.')).toBeVisible();
  expect(added).toEqual([{ token: 'token', links: [link], pictures: [] }]);
});
