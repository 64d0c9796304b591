// Above past shows: how long their producer was on air.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import { PastShows } from './PastShows.tsx';

test('the time on air is shown for today, a week and a month', async () => {
  installTransport(async ({ path }) => ({
    status: 200,
    body: {
      success: true,
      data: path.endsWith('/get-online-time')
        ? { todaySeconds: 65, weekSeconds: 3_600, monthSeconds: 90_061 }
        : [],
    },
  }));
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PastShows />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const times = screen.getByRole('definition');
  await expect
    .poll(() => times.elements().map((one) => one.textContent))
    .toEqual(['1:05', '1:00:00', '25:01:01']);
  expect(
    screen
      .getByRole('term')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['No ar hoje', 'Nos últimos 7 dias', 'Nos últimos 30 dias']);
});
