// The form of what shows cost and who may enter them: a list that can decide nothing is named, and
// what is refused is said at its field, with nothing lost.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import { m } from '../../../paraglide/messages.js';
import { dismissToast, toastStore } from '../../../ui/overlays/toasts.ts';
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

let stored: Record<string, unknown>;
let sent: Record<string, unknown>[];
/** Fields that the next save is refused for. */
let refused: Record<string, string> | null;
beforeEach(() => {
  stored = settings;
  sent = [];
  refused = null;
  installTransport(async ({ method, path, body }) => {
    if (method === 'POST') {
      const saved = JSON.parse(body ?? '{}') as Record<string, unknown>;
      sent.push(saved);
      if (refused) {
        const fields = Object.fromEntries(
          Object.entries(refused).map(([name, message]) => [name, { code: 'x', message }]),
        );
        const refusal = { success: false, code: 'validate.failed', message: 'Confira.', fields };
        return { status: 400, body: refusal };
      }
      stored = saved;
    }
    const data = path.startsWith('/lists')
      ? [list('near', { kind: 'place', country: 'BR' }), list('fans', { kind: 'followers' })]
      : stored;
    return { status: 200, body: { success: true, data } };
  });
});
afterEach(() => {
  for (const { id } of toastStore.current()) dismissToast(id);
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

test('what is changed is saved as a whole, is said to be, and leaves nothing to save', async () => {
  stored = { ...settings, entry: 'everyone', entryListId: null };
  const screen = await show();
  const save = screen.getByRole('button', { name: m.settings_save() });
  await expect.element(save).toBeDisabled();
  await userEvent.click(screen.getByText(m.charge_minute_text()));
  await userEvent.fill(screen.getByLabelText(m.settings_minute_price()), '500');
  await userEvent.fill(screen.getByLabelText(m.settings_private_price()), '900');
  await userEvent.click(screen.getByLabelText(m.settings_recorded()));
  await userEvent.click(save);
  await expect
    .poll(() => sent)
    .toEqual([
      {
        ...stored,
        partyCharge: 'minute',
        partyPricePerMinute: 500,
        privatePricePerMinute: 900,
        recorded: true,
      },
    ]);
  await expect
    .poll(() => toastStore.current().map(({ text }) => text))
    .toEqual([m.settings_saved()]);
  await expect.element(save).toBeDisabled();
});

test('what is refused is named at its field, which gets the focus, and nothing that was written is lost', async () => {
  stored = { ...settings, entry: 'everyone', entryListId: null, partyCharge: 'ticket' };
  refused = { ticketPrice: 'De R$ 1,00 a R$ 1.000,00.', minimumMinutes: 'De 1 a 30.' };
  const screen = await show();
  const [ticket, minutes] = [
    screen.getByLabelText(m.settings_ticket_price()),
    screen.getByLabelText(m.settings_minimum()),
  ];
  await userEvent.fill(ticket, '10');
  await userEvent.fill(minutes, '45');
  await userEvent.click(screen.getByRole('button', { name: m.settings_save() }));
  for (const [field, message] of [
    [ticket, refused['ticketPrice']],
    [minutes, refused['minimumMinutes']],
  ] as const) {
    await expect.element(field).toBeInvalid();
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(message ?? ''));
  }
  await expect.element(ticket).toHaveFocus();
  await expect.element(ticket).toHaveValue('R$\u{a0}0,10');
  await expect.element(minutes).toHaveValue(45);
  refused = null;
  await userEvent.fill(ticket, '1000');
  await userEvent.fill(minutes, '5');
  await userEvent.click(screen.getByRole('button', { name: m.settings_save() }));
  await expect.poll(() => sent.at(-1)).toMatchObject({ ticketPrice: 1_000, minimumMinutes: 5 });
  await expect.element(ticket).not.toBeInvalid();
});

test('a number can be cleared and written again', async () => {
  const screen = await show();
  const minutes = screen.getByLabelText(m.settings_minimum());
  await userEvent.click(minutes);
  await userEvent.keyboard('{End}{Backspace}');
  await expect.element(minutes).toHaveValue(null);
  await userEvent.keyboard('5');
  await expect.element(minutes).toHaveValue(5);
  await userEvent.clear(minutes);
  await userEvent.tab();
  // No show has no minimum: what was there last stays.
  await expect.element(minutes).toHaveValue(5);
});

test('a price for another way to charge is not sent, because no producer could see its refusal', async () => {
  stored = { ...settings, entry: 'everyone', entryListId: null };
  const screen = await show();
  await userEvent.click(screen.getByText(m.charge_minute_text()));
  await userEvent.fill(screen.getByLabelText(m.settings_minute_price()), '1');
  await userEvent.click(screen.getByText(m.charge_free_text()));
  const save = screen.getByRole('button', { name: m.settings_save() });
  await expect.element(save).toBeDisabled();
  await userEvent.click(screen.getByLabelText(m.settings_recorded()));
  await userEvent.click(save);
  await expect.poll(() => sent).toEqual([{ ...stored, recorded: true }]);
});
