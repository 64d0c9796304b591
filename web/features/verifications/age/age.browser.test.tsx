// The ways to prove an age: what each lets others learn, the codes for a wallet on another device,
// and how an attempt ends.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../../ui/theme/tokens.css';
import '../../../ui/theme/base.css';
import { watchFailures } from '../../../client/failures.ts';
import { m } from '../../../paraglide/messages.js';
import AgeReturnPage from './return.page.tsx';
import { Ways } from './Ways.tsx';
import { learnedBy } from './words.ts';

const WALLET = {
  id: 'wallet',
  kind: 'verification',
  blind: 'double',
  learned: 'answer',
  needsAccount: false,
  name: null,
} as const;
const PROVIDER = { ...WALLET, id: 'oidc', learned: 'site', blind: 'single', name: 'Acme' } as const;
const LINK = `av://?response_type=vp_token&${'x'.repeat(480)}`;

let sent: { route: string; body: unknown }[];
let outcomes: string[];
beforeEach(() => {
  [sent, outcomes] = [[], []];
  watchFailures();
  vi.stubGlobal('fetch', async (path: string, init: { method: string; body: string }) => {
    sent.push({ route: `${init.method} ${path}`, body: JSON.parse(init.body) });
    const data = path.endsWith('/answer')
      ? { outcome: outcomes.shift() ?? 'waiting', expiresAt: null }
      : {
          step: { kind: 'wallet', links: [{ document: 'av', url: LINK }] },
          expiresAt: '2026-11-24T12:00:00.000Z',
        };
    return Response.json({ success: true, data });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await page.viewport(414, 896);
});

const show = (Component: () => React.ReactNode, address = '/') => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const Stub = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <QueryClientProvider client={client}>
          <Component />
        </QueryClientProvider>
      ),
    },
  ]);
  return render(<Stub initialEntries={[address]} />);
};

test('each way says in one sentence what it lets others learn', async () => {
  const screen = await show(() => <Ways offers={[WALLET, PROVIDER]} />);
  for (const offer of [WALLET, PROVIDER]) {
    expect(learnedBy(offer).match(/\.(?= |$)/g)).toHaveLength(1);
    await expect.element(screen.getByText(learnedBy(offer))).toBeVisible();
  }
});

test('a code for another device holds the whole link and fits a phone, and its answer is awaited', async () => {
  await page.viewport(360, 780);
  outcomes = ['waiting', 'under'];
  const screen = await show(() => <Ways offers={[WALLET]} />);
  await screen.getByRole('button', { name: m.age_wallet_other() }).click();
  const code = screen.getByRole('img', {
    name: m.age_wallet_code_of({ document: m.age_document_av() }),
  });
  await expect.element(code).toBeVisible();
  expect(sent[0]?.body).toEqual({ method: 'wallet', device: 'other' });
  expect(code.element().getBoundingClientRect().width).toBeGreaterThan(250);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await expect.element(screen.getByText(m.age_outcome_under())).toBeVisible();
  expect(sent.filter(({ route }) => route.endsWith('/answer'))).toHaveLength(2);
  await screen.getByRole('button', { name: m.try_again() }).click();
  await expect.element(screen.getByRole('button', { name: m.age_wallet_other() })).toBeVisible();
});

test('a page to which a provider returns sends its parameters once, and says why the gate stays closed', async () => {
  outcomes = ['refused'];
  const screen = await show(
    () => <AgeReturnPage />,
    '/account/age/return?code=c&state=s#response_code=r',
  );
  await expect.element(screen.getByText(m.age_outcome_refused())).toBeVisible();
  expect(sent).toEqual([
    {
      route: 'POST /api/publics/age/answer',
      body: { answer: { code: 'c', state: 's', response_code: 'r' } },
    },
  ]);
});
