// Changed policies on the site: announced by a banner, accepted in a dialog that always leaves a
// way out.
import { createRoutesStub, useLoaderData, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../client/failures.ts';
import { gateOf } from '../access.ts';
import PolicyChanges from '../../features/publics/policies/PolicyChanges.tsx';
import type { PolicyChange } from '../../features/publics/policies/queries.ts';

const VERSION = 'a'.repeat(64);
const change = (asked: boolean): PolicyChange => ({
  name: 'terms',
  version: VERSION,
  inForceAt: '2026-03-31T15:00:00.000Z',
  asked,
});

let changes: PolicyChange[];
const agreements: unknown[] = [];

beforeEach(() => {
  agreements.length = 0;
  watchFailures();
  // Only the network's edge is replaced: the fake server records the acceptance.
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    agreements.push([path, JSON.parse(body)]);
    changes = [];
    return new Response(JSON.stringify({ success: true, data: null }), {
      status: 200,
      headers: { 'content-type': 'application/json' },
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const Page = () => (
  <PolicyChanges
    changes={useLoaderData<PolicyChange[]>()}
    enforced={gateOf(useLocation().pathname) === 'content'}
  />
);

const show = (path: string, asked: boolean) => {
  changes = [change(asked)];
  const Stub = createRoutesStub([
    { path: '*', Component: Page, loader: () => changes, HydrateFallback: () => null },
  ]);
  return render(<Stub initialEntries={[path]} />);
};

test('a coming policy is announced by a banner with its day, until it is accepted', async () => {
  const screen = await show('/', false);
  await expect.element(screen.getByText(/31 de março de 2026/)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Termos de uso' }))
    .toHaveAttribute('href', `/account/terms?version=${VERSION}`);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Concordo' }).click();
  await expect.element(screen.getByRole('complementary')).not.toBeInTheDocument();
  expect(agreements).toEqual([['/api/profiles/policies', { name: 'terms', version: VERSION }]]);
});

test('a policy in force is shown in a dialog, which closes after its acceptance', async () => {
  const screen = await show('/', true);
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await screen.getByRole('button', { name: 'Concordo', exact: true }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(agreements).toHaveLength(1);
});

test('refusing a policy leads to the wallet without a dialog and records no acceptance', async () => {
  const screen = await show('/', true);
  await screen.getByRole('button', { name: 'Não concordo' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('complementary')).toBeVisible();
  expect(agreements).toEqual([]);
});

test.each([
  '/wallet',
  '/bank',
  '/earnings',
  '/settings/data',
  '/account/remove',
  '/account/terms',
  '/help',
])('%s stays open to a person who has not accepted the policy', async (path) => {
  const screen = await show(path, true);
  await expect.element(screen.getByRole('complementary')).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});
