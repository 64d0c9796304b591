// A case of the queue: which decisions it offers, and what each kind sends.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { CaseCard } from './CaseCard.tsx';
import type { AdminCase, VerificationKind } from './kinds.ts';

const CASE = {
  id: 'c1',
  profile: { id: 'p1', domainName: 'aurora', exibitionName: 'Aurora' },
  performer: null,
  since: '2026-11-20T12:00:00.000Z',
  badge: null,
  reason: '',
  facts: [],
  documents: [],
  viewFirst: true,
  can: ['approve', 'reject'],
  address: null,
} as unknown as AdminCase;

let sent: { route: string; body: unknown }[];
beforeEach(() => {
  sent = [];
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, init: { method: string; body: string }) => {
    sent.push({ route: `${init.method} ${path}`, body: JSON.parse(init.body) });
    return Response.json({ success: true, data: { stage: 'approved' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (kind: VerificationKind, part: Partial<AdminCase> = {}) => {
  const client = new QueryClient();
  const Page = () => (
    <QueryClientProvider client={client}>
      <CaseCard kind={kind} found={{ ...CASE, ...part }} />
    </QueryClientProvider>
  );
  const Stub = createRoutesStub([{ path: '*', Component: Page }]);
  return render(<Stub />);
};

test.each([
  ['age', m.dsb_age_refuse(), 'POST /api/dsb/age/c1', { verified: false, reason: 'Blurred' }],
  [
    'producer',
    m.dsb_reject(),
    'POST /api/profiles/approve-producer',
    { producerId: 'c1', decision: 'reject', reason: 'Blurred' },
  ],
  [
    'performer',
    m.dsb_performers_reject(),
    'POST /api/dsb/performers/c1',
    { decision: 'reject', reason: 'Blurred' },
  ],
] as const)(
  'a rejection of a case of kind %s is sent with its reason',
  async (kind, name, route, body) => {
    const screen = await show(kind);
    await screen.getByLabelText(m.dsb_reason()).fill('Blurred');
    await screen.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => sent).toEqual([{ route, body }]);
  },
);

test('an approval waits until every document of the case was viewed', async () => {
  const documents = [{ kind: 'selfie', url: '/none.jpg' }] as AdminCase['documents'];
  const screen = await show('age', { documents });
  await expect.element(screen.getByRole('button', { name: m.dsb_age_verify() })).toBeDisabled();
});

test('the name of a person who waits leads to the person, not to a page that is not there yet', async () => {
  const screen = await show('producer');
  await expect
    .element(screen.getByRole('link', { name: 'Aurora' }))
    .toHaveAttribute('href', '/dsb/users?search=aurora');
});
