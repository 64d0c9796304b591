// The search box before one types: the person's last searches.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { recentSearches, rememberSearch } from './recent.ts';
import SearchBox from './SearchBox.tsx';

beforeEach(() => localStorage.clear());

const Address = () => {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
};

const show = async (value = '') => {
  const Stub = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <QueryClientProvider client={new QueryClient()}>
          <SearchBox value={value} />
          <Address />
        </QueryClientProvider>
      ),
    },
  ]);
  const screen = await render(<Stub />);
  return { screen, field: screen.getByRole('combobox') };
};

test('the last five different searches are kept in the browser, newest first', () => {
  for (const text of ['a1', 'b2', 'c3', 'B2', 'd4', 'e5', 'f6']) rememberSearch(text);
  expect(recentSearches()).toEqual(['f6', 'e5', 'd4', 'B2', 'c3']);
  localStorage.setItem('camarim.recent-searches', '{"not":"a list"}');
  expect(recentSearches()).toEqual([]);
});

test('an empty search box offers the last searches, and one press searches again', async () => {
  rememberSearch('luz vermelha');
  const { screen, field } = await show();
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await field.click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Buscas recentes: 1');
  await screen.getByRole('option', { name: 'luz vermelha' }).click();
  await expect.element(screen.getByText('/search?q=luz+vermelha')).toBeInTheDocument();
});

test('a search box with a text offers no last searches', async () => {
  rememberSearch('luz');
  const { screen, field } = await show('palco');
  await field.click();
  expect(screen.getByRole('option').elements()).toEqual([]);
  await field.fill('');
  await expect.element(screen.getByRole('option', { name: 'luz' })).toBeVisible();
});

test('one search is removed by its cross or by Delete, and all by the last entry', async () => {
  for (const text of ['um', 'dois', 'três', 'quatro']) rememberSearch(text);
  const { screen, field } = await show();
  await field.click();
  const cross = screen.getByRole('option', { name: 'dois' }).element().querySelector('span + span');
  await userEvent.click(cross as Element);
  expect(recentSearches()).toEqual(['quatro', 'três', 'um']);
  await userEvent.keyboard('{ArrowDown}{Delete}');
  expect(recentSearches()).toEqual(['três', 'um']);
  await screen.getByRole('option', { name: 'Apagar as buscas recentes' }).click();
  expect(recentSearches()).toEqual([]);
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
});
