// Posts that say nothing about who appears are declared together, and leave the list.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { Undeclared } from './Undeclared.tsx';

const post = (id: string) => ({
  id,
  text: `texto de ${id}`,
  medias: 2,
  createdAt: '2026-01-05T12:00:00.000Z',
});

let sent: unknown[];
let posts: object[];
beforeEach(() => {
  sent = [];
  posts = [post('a'), post('b')];
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'POST') {
      const declared = JSON.parse(String(body)) as { postIds: string[] };
      sent.push(declared);
      posts = posts.filter((one) => !declared.postIds.includes((one as { id: string }).id));
      return Response.json({ success: true, data: {} });
    }
    const performers = [{ id: 'lua', stageName: 'Lua', mayBeTagged: true }];
    const data = path.includes('undeclared') ? posts : performers;
    return Response.json({ success: true, data });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = () => {
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <Undeclared />
    </QueryClientProvider>
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
};

test('chosen posts are declared with who appears, and leave the list', async () => {
  const screen = await show();
  const declare = screen.getByRole('button', { name: m.undeclared_declare_none() });
  await expect.element(declare).toBeDisabled();
  await screen.getByRole('checkbox', { name: /texto de a/ }).click();
  await screen.getByLabelText(m.appears_title()).selectOptions('others');
  const chosen = screen.getByRole('button', { name: m.undeclared_declare({ count: 1 }) });
  // Others were chosen, but no one yet.
  await expect.element(chosen).toBeDisabled();
  await screen.getByRole('checkbox', { name: 'Lua' }).click();
  await chosen.click();
  await expect.poll(() => sent).toEqual([{ postIds: ['a'], performerIds: ['lua'] }]);
  await expect.poll(() => screen.getByText(/texto de a/).query()).toBeNull();
  await expect.element(screen.getByRole('checkbox', { name: /texto de b/ })).not.toBeChecked();
});

test('all posts are declared at once as of the author alone, and the list ends', async () => {
  const screen = await show();
  await screen.getByRole('checkbox', { name: m.undeclared_all() }).click();
  await screen.getByRole('button', { name: m.undeclared_declare({ count: 2 }) }).click();
  await expect.poll(() => sent).toEqual([{ postIds: ['a', 'b'], performerIds: [] }]);
  await expect.poll(() => screen.container.textContent).toBe('');
});
