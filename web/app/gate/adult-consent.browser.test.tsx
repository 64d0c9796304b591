// The age gate in a browser: the ways to prove an age with what each lets others learn, what it
// says where there is none, and the pages that stay open.
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installPages } from '../../client/navigation.ts';
import { DEFAULT_PREFERENCES } from '../../client/preferences.ts';
import type { Session, User } from '../../client/session/session.ts';
import { ageWayTitle, learnedBy } from '../../features/verifications/index.ts';
import { m } from '../../paraglide/messages.js';
import { gateOf, pageExists } from '../access.ts';
import { AdultConsent } from './AdultConsent.tsx';

type Offer = Session['age']['offers'][number];
const WALLET: Offer = {
  id: 'wallet',
  kind: 'verification',
  blind: 'double',
  learned: 'answer',
  needsAccount: false,
  name: null,
};
const PAPER: Offer = { ...WALLET, id: 'acme', blind: 'single', learned: 'paper', name: 'Acme' };
const FACE: Offer = { ...PAPER, id: 'face', learned: 'face', kind: 'estimation' };
const LOCAL: Offer = { ...WALLET, id: 'local', learned: 'nothing' };

beforeEach(() => installPages(pageExists));

const show = (offers: readonly Offer[], part: Partial<Session> = {}) => {
  const session: Session = {
    user: null,
    preferences: DEFAULT_PREFERENCES,
    publicUrl: '',
    age: { requires: 'verified', proven: false, offers: [...offers], contestable: false },
    hooks: null,
    identities: [],
    site: {},
    ...part,
  };
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '*',
      loader: () => session,
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? <AdultConsent /> : null),
    },
  ]);
  return render(<Stub initialEntries={['/irisveludo']} />);
};

test('the gate leads to each way to prove an age and says in one sentence what it learns', async () => {
  const screen = await show([WALLET, PAPER, FACE]);
  await expect.element(screen.getByRole('heading', { name: m.gate_verified() })).toBeVisible();
  for (const offer of [WALLET, PAPER, FACE]) {
    expect(learnedBy(offer).match(/\.(?= |$)/g)).toHaveLength(1);
    const way = screen.getByRole('listitem').filter({ hasText: learnedBy(offer) });
    await expect
      .element(way.getByRole('link', { name: ageWayTitle(offer) }))
      .toHaveAttribute('href', '/account/age?returnTo=%2Firisveludo');
  }
  await expect.element(screen.getByRole('button', { name: m.gate_prove() })).toBeVisible();
});

test('the gate says that there is no way to prove an age, or that a press is enough in a demo', async () => {
  const none = await show([]);
  await expect.element(none.getByText(m.gate_no_way())).toBeVisible();
  await expect.element(none.getByRole('button', { name: m.gate_prove() })).toBeVisible();
  await none.unmount();
  const local = await show([LOCAL]);
  await expect.element(local.getByText(m.gate_local())).toBeVisible();
  await expect.element(local.getByRole('button', { name: m.gate_accept() })).toBeVisible();
  await local.unmount();
  const both = await show([LOCAL, WALLET]);
  await expect.element(both.getByText(m.gate_local_others())).toBeVisible();
  expect(both.getByRole('listitem').elements()).toHaveLength(1);
});

test('the gate leads to the pages that it never covers, to the log-in, and the team to the dashboard', async () => {
  const linksOf = (screen: Awaited<ReturnType<typeof show>>) =>
    screen
      .getByRole('navigation', { name: m.gate_open_pages() })
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href') ?? '');
  const visitor = await show([WALLET], { site: { report: 'https://denuncie.example' } });
  await expect.element(visitor.getByRole('link', { name: m.login() })).toBeVisible();
  const open = ['/account/terms', '/account/privacy', '/help', '/removal'];
  expect(linksOf(visitor)).toEqual([
    '/irisveludo?dialog=login',
    ...open,
    'https://denuncie.example',
  ]);
  expect(open.map(gateOf)).toEqual(open.map(() => 'never'));
  await visitor.unmount();
  const member = await show([WALLET], { user: { profile: {} } as User });
  await expect.element(member.getByRole('link', { name: m.terms() })).toBeVisible();
  expect(linksOf(member)).toEqual(open);
  await member.unmount();
  const owner = await show([], { user: { profile: {}, staffRole: 'owner' } as User });
  await expect.element(owner.getByRole('link', { name: m.dsb_overview_title() })).toBeVisible();
  expect(linksOf(owner)).toEqual(['/dsb', ...open]);
});
