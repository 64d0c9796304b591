// The form of the limits against fraud: all values are sent with the version that was read, and a
// proposal is read in words and agreed to by a button.
import {
  FRAUD_SETTING_NAMES,
  type FraudSettings as Values,
} from '@camarim/contract/features/fraud/settings';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { FraudSettings } from './FraudSettings.tsx';

const usual = {
  ...(Object.fromEntries(FRAUD_SETTING_NAMES.map((name) => [name, 10])) as Values),
  PAIR_DAY_MAX_CENTAVOS: 150_000,
  CASH_OUT_FIRST_REVIEW: 1,
};
let sent: unknown[];
let proposals: object[];
let version: number;
/** Someone else saves other limits before the next request to save. */
let changesBeforeSave: boolean;

beforeEach(() => {
  sent = [];
  proposals = [];
  version = 3;
  changesBeforeSave = false;
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (_path: string, init: { method?: string; body?: string }) => {
    if (init.method === 'PUT') sent.push(JSON.parse(init.body ?? ''));
    if (init.method === 'PUT' && changesBeforeSave) {
      changesBeforeSave = false;
      version = 4;
      return Response.json(
        { success: false, code: 'fraud.settingsChanged', message: 'Mudaram agora.' },
        { status: 409 },
      );
    }
    return Response.json({
      success: true,
      data: {
        version,
        values: version === 3 ? usual : { ...usual, CARD_DECLINES_ACCOUNT_MAX: 7 },
        usual,
        waitsForSecond: false,
        proposals,
        history: [],
      },
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = () => {
  const router = createMemoryRouter([
    {
      path: '/',
      loader: () => ({ role: 'owner' }),
      element: <FraudSettings />,
      HydrateFallback: () => null,
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};

test('changed limits are sent with all others, the version that was read and a reason', async () => {
  const screen = await show();
  await screen.getByLabelText(m.fraud_settings_card_declines_account_max()).fill('3');
  await screen.getByLabelText(m.fraud_settings_cash_out_first_review()).selectOptions('0');
  await screen.getByLabelText(m.fraud_settings_reason()).fill('ataque');
  await screen.getByRole('button', { name: m.fraud_settings_save() }).click();
  await expect
    .poll(() => sent)
    .toEqual([
      {
        version: 3,
        values: { ...usual, CARD_DECLINES_ACCOUNT_MAX: 3, CASH_OUT_FIRST_REVIEW: 0 },
        reason: 'ataque',
      },
    ]);
});

test('a proposal says what it changes, in words and money, and is agreed to by a button', async () => {
  const values = { ...usual, PAIR_DAY_MAX_CENTAVOS: 200_000, CASH_OUT_FIRST_REVIEW: 0 };
  proposals = [
    { values, by: 'financeira', own: false, reason: 'Natal', at: '2026-12-01T12:00:00Z' },
  ];
  const screen = await show();
  await expect
    .element(screen.getByText(/Máximo em 24 h .*: de R\$\s1\.500,00 para R\$\s2\.000,00/))
    .toBeVisible();
  await expect
    .element(
      screen.getByText(
        'Primeiro saque de cada criador: de Espera por análise para Sai sem análise',
      ),
    )
    .toBeVisible();
  await screen.getByRole('button', { name: 'Concordar com @financeira' }).click();
  await expect.poll(() => sent).toEqual([{ version: 3, values, reason: 'Natal' }]);
});

test('after another person changed limits, what was typed stays and is saved with their changes', async () => {
  changesBeforeSave = true;
  const screen = await show();
  const byDevice = screen.getByLabelText(m.fraud_settings_card_declines_device_max());
  await byDevice.fill('3');
  await screen.getByLabelText(m.fraud_settings_reason()).fill('ataque');
  await screen.getByRole('button', { name: m.fraud_settings_save() }).click();
  await expect.element(screen.getByText('Mudaram agora.')).toBeVisible();
  await expect.element(screen.getByText('Recusas por conta em 24 h: de 10 para 7')).toBeVisible();
  await expect
    .element(screen.getByLabelText(m.fraud_settings_card_declines_account_max()))
    .toHaveValue(7);
  await expect.element(byDevice).toHaveValue(3);
  await expect.element(screen.getByLabelText(m.fraud_settings_reason())).toHaveValue('ataque');
  await screen.getByRole('button', { name: m.fraud_settings_save() }).click();
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]).toEqual({
    version: 4,
    values: { ...usual, CARD_DECLINES_ACCOUNT_MAX: 7, CARD_DECLINES_DEVICE_MAX: 3 },
    reason: 'ataque',
  });
});

test('a value that both changed keeps what was typed, beside what the other person chose', async () => {
  changesBeforeSave = true;
  const screen = await show();
  const byAccount = screen.getByLabelText(m.fraud_settings_card_declines_account_max());
  await byAccount.fill('3');
  await screen.getByLabelText(m.fraud_settings_reason()).fill('ataque');
  await screen.getByRole('button', { name: m.fraud_settings_save() }).click();
  await expect.element(screen.getByText('Recusas por conta em 24 h: de 10 para 7')).toBeVisible();
  await expect.element(byAccount).toHaveValue(3);
});
