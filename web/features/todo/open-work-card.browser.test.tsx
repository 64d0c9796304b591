// The card of an item: work in it claims it, the next card releases it, and what another person has
// is shown and can't be decided.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../client/failures.ts';
import { StaffRoleOfPage } from '../dsb/index.ts';
import { OpenWorkCard } from './OpenWorkCard.tsx';

const claimOf = (id: string, name: string, mine: boolean) => ({
  kind: 'helpTicket',
  id,
  claim: {
    by: { id: name, domainName: name, exibitionName: name },
    until: '2026-11-21T12:15:00.000Z',
    mine,
  },
});

let sent: string[];
let claimed: object[];
let refused: boolean;
beforeEach(() => {
  sent = [];
  claimed = [];
  refused = false;
  watchFailures();
  window.location.hash = '';
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ success: true, data: { items: claimed } });
    sent.push(`${method} ${path.split('/').slice(-2).join('/')}`);
    return refused
      ? Response.json({ success: false, code: 'decision.claimed', message: '' }, { status: 409 })
      : Response.json({ success: true, data: {} });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (ids: readonly string[], role: 'support' | 'readOnly' = 'support') => {
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <StaffRoleOfPage value={role}>
        {ids.map((id) => (
          <OpenWorkCard key={id} kind="helpTicket" id={id} title={`Pedido ${id}`}>
            <textarea aria-label={`Resposta ${id}`} />
            <button type="button">Responder {id}</button>
          </OpenWorkCard>
        ))}
      </StaffRoleOfPage>
    </QueryClientProvider>
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
};

test('work in a card claims its item once, and work in another card releases it', async () => {
  const screen = await show(['a', 'b']);
  await screen.getByRole('textbox', { name: 'Resposta a' }).click();
  await userEvent.keyboard('Olá');
  await expect.poll(() => sent).toEqual(['POST a/claim']);
  await screen.getByRole('button', { name: 'Responder b' }).click();
  await expect.poll(() => sent).toEqual(['POST a/claim', 'DELETE a/claim', 'POST b/claim']);
  await screen.unmount();
  await expect.poll(() => sent.at(-1)).toBe('DELETE b/claim');
});

test('the focus alone claims nothing, and the address of an item does', async () => {
  const screen = await show(['a']);
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Responder a' })).toHaveFocus();
  expect(sent).toEqual([]);
  await screen.unmount();
  window.location.hash = '#item-c';
  await show(['a', 'c']);
  await expect.poll(() => sent).toEqual(['POST c/claim']);
});

test('an item that another person has says who, and can’t be decided', async () => {
  claimed = [claimOf('a', 'bia', false), claimOf('b', 'eu', true)];
  const screen = await show(['a', 'b']);
  await expect.element(screen.getByText(/bia pegou até/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Responder a' })).toBeDisabled();
  await expect.element(screen.getByRole('textbox', { name: 'Resposta a' })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Responder b' })).toBeEnabled();
  expect(screen.getByText(/eu pegou até/).query()).toBeNull();
});

test('a person who comes second to an item reads at once who has it', async () => {
  refused = true;
  const screen = await show(['a']);
  await expect.element(screen.getByRole('button', { name: 'Responder a' })).toBeEnabled();
  claimed = [claimOf('a', 'bia', false)];
  await screen.getByRole('button', { name: 'Responder a' }).click();
  await expect.element(screen.getByText(/bia pegou até/)).toBeVisible();
});

test('a person whose role may not decide the item claims nothing', async () => {
  const screen = await show(['a'], 'readOnly');
  await screen.getByRole('button', { name: 'Responder a' }).click();
  expect(sent).toEqual([]);
});
