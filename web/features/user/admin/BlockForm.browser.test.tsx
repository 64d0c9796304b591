// Blocking a person: the consequences are ticked first, and a reason is sent.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { BlockForm } from './BlockForm.tsx';
import type { PersonDetail } from './queries.ts';

const PERSON = {
  id: 'u1',
  block: null,
  own: false,
  secondPerson: false,
  counts: { subscribersRenewing: 3, subscriptionsRenewing: 2 },
  money: { wallet: 1_000, pending: 500, earnings: 1_500 },
} as unknown as PersonDetail;

let sent: { route: string; body: unknown }[];
beforeEach(() => {
  sent = [];
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, init: { method: string; body: string }) => {
    sent.push({ route: `${init.method} ${path}`, body: JSON.parse(init.body) });
    return Response.json({ success: true, data: { id: 'u1', blocked: init.method === 'DELETE' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (part: Partial<PersonDetail> = {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BlockForm person={{ ...PERSON, ...part }} />
    </QueryClientProvider>,
  );

test('a block can be decided once its consequences are ticked, and is sent with its reason', async () => {
  const screen = await show();
  await expect.element(screen.getByText(/renovar: 3\..*não renovam: 2\./)).toBeVisible();
  const button = screen.getByRole('button', { name: 'Bloquear' });
  expect(button.elements()).toHaveLength(0);
  await screen.getByRole('checkbox').click();
  await button.click();
  expect(sent).toEqual([]);
  await screen.getByLabelText(/Motivo/).fill('Spam');
  await button.click();
  await expect
    .poll(() => sent)
    .toEqual([{ route: 'DELETE /api/dsb/user/u1', body: { reason: 'Spam' } }]);
});

test('a blocked person can be unblocked with a reason, without a tick', async () => {
  const screen = await show({
    block: { since: '2026-11-20T12:00:00.000Z', until: null, reason: 'x' },
  });
  expect(screen.getByRole('checkbox').elements()).toHaveLength(0);
  await screen.getByLabelText(/Motivo/).fill('Engano');
  await screen.getByRole('button', { name: 'Desbloquear' }).click();
  await expect
    .poll(() => sent)
    .toEqual([{ route: 'POST /api/dsb/user/u1/unblock', body: { reason: 'Engano' } }]);
});

test('an administrator is not offered to block themself', async () => {
  const screen = await show({ own: true });
  expect(screen.getByRole('button').elements()).toHaveLength(0);
});
