// The form of what shows cost and who may enter them: a list that can decide nothing is named.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import { m } from '../../../paraglide/messages.js';
import { CameraSettings } from './CameraSettings.tsx';

const settings = {
  partyCharge: 'free',
  partyPricePerMinute: null,
  ticketPrice: null,
  groupSize: null,
  partyCalls: false,
  privatePricePerMinute: null,
  minimumMinutes: 1,
  spyPricePerMinute: null,
  reverseCamera: false,
  recorded: false,
  pausesParty: true,
  entry: 'list',
  entryListId: 'near',
  entrySpentAtLeast: null,
};
const list = (id: string, rule: object) => ({
  id,
  name: id,
  rule,
  members: null,
  createdAt: '2026-01-15T12:00:00.000Z',
});

beforeEach(() => {
  installTransport(async ({ path }) => ({
    status: 200,
    body: {
      success: true,
      data: path.startsWith('/lists')
        ? [list('near', { kind: 'place', country: 'BR' }), list('fans', { kind: 'followers' })]
        : settings,
    },
  }));
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CameraSettings />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test('a saved list by places is said to let no one in, until another list is chosen', async () => {
  const screen = await show();
  await expect.element(screen.getByText(m.settings_entry_by_place())).toBeVisible();
  await screen.getByLabelText(m.settings_entry_list()).selectOptions('fans');
  await expect.element(screen.getByText(m.settings_entry_by_place())).not.toBeInTheDocument();
});

test('places that the producer hides from are named beside who may enter', async () => {
  const screen = await show();
  const entry = screen.getByRole('group', { name: m.settings_entry() });
  await expect
    .element(entry.getByRole('link', { name: m.menu_geoblocking() }))
    .toHaveAttribute('href', '/settings/geoblocking');
});
