// What a producer is asked to do on their home page: older posts without a declaration are named
// with their number, also when the first steps were put away.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import type { User } from '../../../client/session/session.ts';
import { type FirstStepsState, firstStepsQuery } from '../queries.ts';
import FirstSteps from './FirstSteps.tsx';

const DONE = { picture: true, plan: true, payoutAccount: true, firstPost: true, shared: true };

const show = (state: Partial<FirstStepsState>) => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(firstStepsQuery().queryKey, {
    ...DONE,
    dismissed: true,
    undeclared: 0,
    ...state,
  });
  const user = { profile: { domainName: 'iris' } } as User;
  const router = createMemoryRouter([{ id: 'root', path: '/', element: <FirstSteps /> }], {
    hydrationData: { loaderData: { root: { user } } },
  });
  return render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};
const declare = { name: 'Declarar quem aparece' };

test('undeclared posts are named with their number and lead to where they are declared', async () => {
  const screen = await show({ undeclared: 12 });
  await expect
    .element(screen.getByRole('heading', { name: '12 publicações não dizem quem aparece nelas' }))
    .toBeVisible();
  await expect
    .element(screen.getByRole('link', declare))
    .toHaveAttribute('href', '/settings/performers');
});

test('a producer whose posts are all declared, and who put the steps away, is asked nothing', async () => {
  const screen = await show({});
  expect(screen.container.textContent).toBe('');
});

test('the first steps are still listed without undeclared posts', async () => {
  const screen = await show({ dismissed: false, plan: false });
  await expect
    .element(screen.getByRole('heading', { name: 'Seus primeiros passos' }))
    .toBeVisible();
  await expect.element(screen.getByRole('link', declare)).not.toBeInTheDocument();
});
