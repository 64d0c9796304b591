// The search of the header gets its suggestions once it is used, and takes the focus from no other
// control when their code arrives.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../client/api/api.ts';
import { HeaderSearch } from './HeaderSearch.tsx';

beforeEach(async () => {
  installTransport(() => new Promise(() => {}));
  // The field is there on wide screens only.
  await page.viewport(1_440, 900);
});
// Vitest's own.
afterEach(() => page.viewport(414, 896));

const show = async () => {
  const Stub = createRoutesStub([
    {
      path: '/wallet',
      Component: () => (
        <>
          <HeaderSearch />
          <button type="button">Depois</button>
        </>
      ),
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={['/wallet']} />
    </QueryClientProvider>,
  );
};

test('the field that is focused keeps the focus when it gets suggestions', async () => {
  const screen = await show();
  (screen.getByRole('searchbox').element() as HTMLElement).focus();
  await expect.element(screen.getByRole('combobox')).toHaveFocus();
});

test('a field that was passed by keyboard does not take the focus back', async () => {
  const screen = await show();
  const next = screen.getByRole('button', { name: 'Depois' });
  (screen.getByRole('searchbox').element() as HTMLElement).focus();
  (next.element() as HTMLElement).focus();
  await expect.element(screen.getByRole('combobox')).toBeInTheDocument();
  // Where the field focuses itself, it does so as it appears.
  expect(document.activeElement?.textContent).toBe('Depois');
});
