// An open show in the admin pages: which decisions it offers, and what each sends.
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminQueue } from '../../dsb/index.ts';
import { LiveCard } from './LiveCard.tsx';
import { openLivesQuery } from './queries.ts';

const LIVE = {
  id: 'l1',
  type: '2',
  title: 'Noite de sexta',
  profile: { id: 'p1', domainName: 'aurora', exibitionName: 'Aurora' },
  watchers: 12,
  blurred: false,
  withheld: false,
  frames: 0,
  blockedFrames: 1,
  reports: 0,
  lastFrameUrl: null,
  decisions: [],
};

let sent: { route: string; body: unknown }[];
let live: Omit<typeof LIVE, 'decisions'> & { decisions: object[] };
let refused: boolean;
beforeEach(() => {
  sent = [];
  live = LIVE;
  refused = false;
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ success: true, data: [live] });
    sent.push({ route: `${method} ${path}`, body: JSON.parse(String(body)) });
    if (refused)
      return Response.json(
        { success: false, code: 'live.notFound', message: 'O show terminou.' },
        { status: 404 },
      );
    const made = JSON.parse(String(body)) as { decision: string };
    live = {
      ...live,
      blurred: made.decision === 'blur',
      decisions: [{ ...made, decidedAt: '2026-11-20T12:00:00.000Z' }],
    };
    return Response.json({ success: true, data: null });
  });
});
afterEach(() => vi.unstubAllGlobals());

const Queues = () => (
  <AdminQueue query={useInfiniteQuery(openLivesQuery())} empty={{ title: '' }}>
    {(one) => <LiveCard key={one.id} live={one} />}
  </AdminQueue>
);

const show = () => {
  const client = new QueryClient();
  const Page = () => (
    <QueryClientProvider client={client}>
      <Queues />
    </QueryClientProvider>
  );
  const Stub = createRoutesStub([{ path: '*', Component: Page }]);
  return render(<Stub />);
};

test('a decision needs a reason, is sent with it, and the next one begins without', async () => {
  const screen = await show();
  const blur = screen.getByRole('button', { name: m.dsb_lives_blur() });
  await blur.click();
  await expect.element(screen.getByText(m.dsb_reason_missing())).toBeVisible();
  expect(sent).toEqual([]);
  const reason = screen.getByLabelText(m.dsb_lives_reason());
  await reason.fill('Alguém sem registro');
  await blur.click();
  await expect
    .poll(() => sent)
    .toEqual([
      {
        route: 'POST /api/dsb/lives/l1/decisions',
        body: { decision: 'blur', reason: 'Alguém sem registro' },
      },
    ]);
  await expect.element(screen.getByText(/Alguém sem registro/)).toBeVisible();
  await expect.element(reason).toHaveValue('');
});

test('the picture is given back only where it was taken, and is not taken twice', async () => {
  const screen = await show();
  await expect.element(screen.getByRole('button', { name: m.dsb_lives_blur() })).toBeVisible();
  expect(screen.getByRole('button', { name: m.dsb_lives_resume() }).elements()).toEqual([]);
  await screen.getByLabelText(m.dsb_lives_reason()).fill('Razão');
  await screen.getByRole('button', { name: m.dsb_lives_blur() }).click();
  await expect.element(screen.getByRole('button', { name: m.dsb_lives_resume() })).toBeVisible();
  expect(screen.getByRole('button', { name: m.dsb_lives_blur() }).elements()).toEqual([]);
});

test('the refusal of a decision is shown beside its reason, which stays in the field', async () => {
  refused = true;
  const screen = await show();
  const reason = screen.getByLabelText(m.dsb_lives_reason());
  await reason.fill('Razão');
  await screen.getByRole('button', { name: m.dsb_lives_end() }).click();
  await expect.element(screen.getByText('O show terminou.')).toBeVisible();
  await expect.element(reason).toHaveValue('Razão');
});
