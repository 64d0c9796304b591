// An account under legal hold: placed and released with a reason, by others than its owner.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../client/failures.ts';
import { m } from '../../paraglide/messages.js';
import { StaffRoleOfPage } from '../dsb/index.ts';
import { LegalHoldForm } from './LegalHoldForm.tsx';

const HOLD = {
  id: 'h1',
  subjectKind: 'account',
  placedAt: '2026-01-05T12:00:00.000Z',
  reason: 'Ofício 123',
  proposals: [],
};

let sent: { route: string; body: unknown }[];
let holds: object[];
beforeEach(() => {
  sent = [];
  holds = [];
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ success: true, data: holds });
    sent.push({ route: `${method} ${path}`, body: JSON.parse(String(body)) });
    return Response.json({ success: true, data: { released: false } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (own = false, role: 'owner' | 'readOnly' = 'owner') =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StaffRoleOfPage value={role}>
        <LegalHoldForm ownerId={'u1' as never} own={own} />
      </StaffRoleOfPage>
    </QueryClientProvider>,
  );

test('a hold is placed with a reason of some length only', async () => {
  const screen = await show();
  const place = screen.getByRole('button', { name: m.dsb_hold_place() });
  await expect.element(place).toBeDisabled();
  await screen.getByLabelText(m.dsb_hold_reason()).fill('Ofício 9');
  await place.click();
  await expect
    .poll(() => sent)
    .toEqual([
      {
        route: 'POST /api/dsb/legal-holds',
        body: { subjectKind: 'account', subjectId: 'u1', reason: 'Ofício 9' },
      },
    ]);
  await expect.element(screen.getByLabelText(m.dsb_hold_reason())).toHaveValue('');
});

test('an account under hold is not placed again, and its hold is released with a reason', async () => {
  holds = [HOLD];
  const screen = await show();
  await expect.element(screen.getByText(/Ofício 123/)).toBeVisible();
  expect(screen.getByRole('button', { name: m.dsb_hold_place() }).query()).toBeNull();
  await screen.getByLabelText(m.dsb_hold_reason()).fill('Encerrado');
  await screen.getByRole('button', { name: m.dsb_hold_release() }).click();
  await expect
    .poll(() => sent)
    .toEqual([{ route: 'POST /api/dsb/legal-holds/h1/release', body: { reason: 'Encerrado' } }]);
});

test('a release that another person proposed is agreed to with their reason, and an own one waits', async () => {
  const proposal = { by: 'rita', own: false, reason: 'Prazo', at: '2026-01-06T12:00:00.000Z' };
  holds = [{ ...HOLD, proposals: [proposal] }];
  const screen = await show();
  await screen.getByRole('button', { name: m.dsb_proposed_agree({ name: 'rita' }) }).click();
  await expect
    .poll(() => sent)
    .toEqual([{ route: 'POST /api/dsb/legal-holds/h1/release', body: { reason: 'Prazo' } }]);
  await screen.unmount();
  holds = [{ ...HOLD, proposals: [{ ...proposal, own: true }] }];
  const own = await show();
  await expect.element(own.getByText(m.dsb_proposed_waits())).toBeVisible();
});

test('a hold on one’s own account, or seen by a role that only reads, offers nothing', async () => {
  holds = [HOLD];
  const own = await show(true);
  await expect.element(own.getByText(/Ofício 123/)).toBeVisible();
  expect(own.getByRole('button').query()).toBeNull();
  await own.unmount();
  holds = [{ ...HOLD, reason: null }];
  const reader = await show(false, 'readOnly');
  await expect.element(reader.getByText(m.dsb_hold_account())).toBeVisible();
  expect(reader.getByRole('button').query()).toBeNull();
});
