// The settings of age: what is in force and what is missing, and how the rules change.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../../ui/theme/tokens.css';
import '../../../ui/theme/base.css';
import { watchFailures } from '../../../client/failures.ts';
import { DEFAULT_PREFERENCES } from '../../../client/preferences.ts';
import type { Session, User } from '../../../client/session/session.ts';
import { m } from '../../../paraglide/messages.js';
import type { AgeSettings } from './rule-groups.ts';
import { Settings } from './Settings.tsx';

const RULE = {
  requires: 'verified',
  proofSeconds: 43_200,
  methods: null,
  estimation: true,
  doubleBlind: false,
} as const;

const SETTINGS: AgeSettings = {
  version: 4,
  rules: [
    { ...RULE, country: 'BR', state: null },
    { ...RULE, country: 'US', state: 'LA', estimation: false },
    { ...RULE, country: 'US', state: 'TX', estimation: false },
    { ...RULE, country: '*', state: null, requires: 'declaration' },
  ],
  verifiers: [
    {
      id: 'wallet',
      kind: 'verification',
      blind: 'double',
      learned: 'answer',
      needsAccount: false,
      name: null,
      ready: false,
    },
  ],
  closed: [{ country: 'BR', state: null }],
  issuers: [],
  figures: [
    { place: 'BR', method: 'wallet', begun: 9, over: 7, under: 1, refused: 1, unavailable: 0 },
  ],
  history: [],
};

let sent: unknown[];
beforeEach(() => {
  sent = [];
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, init: { method: string; body?: string }) => {
    if (init.method === 'PUT') sent.push(JSON.parse(init.body ?? ''));
    return Response.json({
      success: true,
      data: init.method === 'PUT' ? { version: 5 } : path.includes('age-settings') ? SETTINGS : [],
    });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await page.viewport(414, 896);
});

const show = (staffRole: 'owner' | 'moderation' = 'owner') => {
  const session = {
    user: { staffRole, profile: { producer: false } } as unknown as User,
    preferences: DEFAULT_PREFERENCES,
    publicUrl: '',
    age: { requires: 'declaration', proven: true, offers: [], contestable: false },
    hooks: null,
    identities: [],
    site: {},
  } satisfies Session;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '*',
      loader: () => session,
      HydrateFallback: () => null,
      Component: () =>
        useRouteLoaderData('root') ? (
          <QueryClientProvider client={client}>
            <Settings />
          </QueryClientProvider>
        ) : null,
    },
  ]);
  return render(<Stub />);
};

test('places that no visitor can enter are named at the top, and a wallet without issuers warns', async () => {
  const screen = await show();
  await expect.element(screen.getByText(m.dsb_age_closed_text({ places: 'Brasil' }))).toBeVisible();
  await expect.element(screen.getByText(m.dsb_age_wallet_not_ready())).toBeVisible();
  await expect.element(screen.getByText('Estados Unidos: LA, TX')).toBeVisible();
});

test('a place is changed in its dialog and put in force with a reason, as the next version', async () => {
  const screen = await show();
  const name = 'Estados Unidos: LA, TX';
  await screen.getByRole('button', { name: m.dsb_age_edit_of({ name }) }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText(m.dsb_age_states()).fill('tx, ut, Utah');
  await dialog.getByRole('button', { name: m.dsb_age_keep() }).click();
  await expect.element(dialog.getByText(m.dsb_age_states_wrong())).toBeVisible();
  await dialog.getByLabelText(m.dsb_age_states()).fill('tx, ut');
  await dialog.getByLabelText(m.dsb_age_proof_lasts()).selectOptions('3600');
  await dialog.getByLabelText(m.dsb_age_double_blind_only()).click();
  await dialog.getByRole('button', { name: m.dsb_age_keep() }).click();
  await screen.getByRole('button', { name: m.dsb_age_save() }).click();
  await expect.element(screen.getByText(m.dsb_reason_missing())).toBeVisible();
  await screen.getByLabelText(m.dsb_age_reason()).fill('New law');
  await screen.getByRole('button', { name: m.dsb_age_save() }).click();
  const changed = {
    ...RULE,
    country: 'US',
    proofSeconds: 3_600,
    estimation: false,
    doubleBlind: true,
  };
  await expect
    .poll(() => sent)
    .toEqual([
      {
        version: 4,
        reason: 'New law',
        rules: [
          SETTINGS.rules[0],
          { ...changed, state: 'TX' },
          { ...changed, state: 'UT' },
          SETTINGS.rules[3],
        ],
      },
    ]);
});

test('a dialog that is left without a change offers nothing to put in force', async () => {
  const screen = await show();
  await screen.getByRole('button', { name: m.dsb_age_edit_of({ name: 'Brasil' }) }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: m.dsb_age_keep() }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: m.dsb_age_save() }).query()).toBeNull();
});

test('a place that has a rule already is not added twice', async () => {
  const screen = await show();
  await screen.getByRole('button', { name: m.dsb_age_add_place() }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText(m.dsb_age_country()).fill('br');
  await dialog.getByRole('button', { name: m.dsb_age_keep() }).click();
  await expect.element(dialog.getByText(m.dsb_age_place_taken())).toBeVisible();
});

test('a moderator sees the rules and can’t change them', async () => {
  const screen = await show('moderation');
  await expect.element(screen.getByRole('heading', { name: m.dsb_age_history() })).toBeVisible();
  const edit = screen.getByRole('button', { name: m.dsb_age_edit_of({ name: 'Brasil' }) });
  expect(edit.query()).toBeNull();
  expect(screen.getByRole('button', { name: m.dsb_age_add_place() }).query()).toBeNull();
});

test('the page fits a narrow phone', async () => {
  await page.viewport(360, 780);
  const screen = await show();
  await expect.element(screen.getByRole('heading', { name: m.dsb_age_history() })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
