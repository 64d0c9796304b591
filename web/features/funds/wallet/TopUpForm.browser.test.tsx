// The choice of amount and method of a top-up, and the idempotency keys of its attempts.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Intent } from '../../../client/sales.ts';
import { watchFailures } from '../../../client/failures.ts';
import { type Charge, methodsQuery } from '../queries.ts';
import { TopUpForm } from './TopUpForm.tsx';

type Attempt = { body: Record<string, unknown>; key: string };

const METHODS = {
  success: true,
  data: {
    methods: [
      { key: 'picpay', name: 'PicPay' },
      { key: 'pix', name: 'Pix' },
      { key: 'boleto', name: 'Boleto' },
    ],
    maxAmount: 200_000,
    statementName: 'CAMARIM',
    boletoAddress: false,
    paypalClientId: null,
  },
};

let attempts: Attempt[];
/** What was saved of a boleto's payer. */
let payers: Record<string, unknown>[];
let replies: { status: number; body: object }[];
const onCharge = vi.fn<(charge: Charge) => void>();

const refusal = (status: number, code: string) => ({
  status,
  body: { success: false, code, message: code, data: null, requestId: 'r' },
});
const charge = (part: object) => ({
  status: 200,
  body: { success: true, data: { method: 'pix', status: 'pending', challenge: null, ...part } },
});

const savePayer = (body: string | undefined) => {
  if (body === undefined) return Response.json({ success: true, data: null });
  const payer = JSON.parse(body);
  payers.push(payer);
  return Response.json({
    success: true,
    data: { name: payer.name, cpfCnpj: payer.cpfcnpj, address: null },
  });
};

beforeEach(() => {
  localStorage.clear();
  payers = [];
  attempts = [];
  replies = [];
  onCharge.mockReset();
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal(
    'fetch',
    async (path: string, init: { body?: string; headers: Record<string, string> }) => {
      if (path === '/api/funds/methods') return Response.json(METHODS);
      if (path === '/api/funds/accept-bills') return savePayer(init.body);
      if (init.body === undefined) return Response.json({ success: true, data: [] });
      attempts.push({ body: JSON.parse(init.body), key: init.headers['idempotency-key'] ?? '' });
      const { status, body } = replies.shift() ?? expect.fail('an unexpected attempt');
      return Response.json(body, { status });
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const show = (suggested?: number, intent?: Intent) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(methodsQuery().queryKey, METHODS as never);
  const Page = () => (
    <QueryClientProvider client={client}>
      <TopUpForm suggested={suggested} intent={intent} balance={0} onCharge={onCharge} />
    </QueryClientProvider>
  );
  const Stub = createRoutesStub([{ path: '*', Component: Page }]);
  return render(<Stub />);
};

test('the top-up form starts with Pix and the suggested amount, and hands over the new charge', async () => {
  const screen = await show(10_000);
  replies = [charge({ id: 'c1' })];
  await expect.element(screen.getByRole('radio', { name: 'Pix', exact: true })).toBeChecked();
  await expect.element(screen.getByRole('radio', { name: 'R$ 100' })).toBeChecked();
  await screen.getByRole('button', { name: /Pix/ }).click();
  await expect.poll(() => onCharge).toHaveBeenCalledOnce();
  expect(attempts[0]?.body).toEqual({ paymentMethodKey: 'pix', value: 10_000 });
});

test('the method of the last top-up is chosen first the next time', async () => {
  const first = await show();
  await expect.element(first.getByRole('radio', { name: 'Pix', exact: true })).toBeChecked();
  await first.unmount();
  localStorage.setItem('camarim.top-up-method', 'picpay');
  const third = await show();
  await expect.element(third.getByRole('radio', { name: 'PicPay' })).toBeChecked();
  localStorage.setItem('camarim.top-up-method', 'card');
  await third.unmount();
  const withoutCards = await show();
  await expect.element(withoutCards.getByRole('radio', { name: 'Pix', exact: true })).toBeChecked();
});

test('the method is remembered when the page is left before the top-up is answered', async () => {
  const screen = await show();
  replies = [charge({ id: 'c1' })];
  await screen.getByRole('button', { name: /Pix/ }).click();
  await screen.unmount();
  expect(localStorage.getItem('camarim.top-up-method')).toBe('pix');
});

test('any amount between the limits is typed, and one outside of them is refused at the field', async () => {
  const screen = await show();
  await screen.getByText('Outro valor', { exact: true }).click();
  const field = screen.getByLabelText('Valor a adicionar');
  await field.fill('499');
  await screen.getByRole('button', { name: /Pix/ }).click();
  await expect.element(field).toBeInvalid();
  expect(attempts).toEqual([]);
  await field.fill('1794');
  await expect.element(field).toBeValid();
  replies = [charge({ id: 'c1' })];
  await screen.getByRole('button', { name: /Pix/ }).click();
  await expect.poll(() => onCharge).toHaveBeenCalledOnce();
  expect(attempts[0]?.body['value']).toBe(1_794);
  expect(localStorage.getItem('camarim.top-up-method')).toBe('pix');
});

test('an amount outside of the limits is named with its limit, and the limits stay in sight', async () => {
  const screen = await show();
  await screen.getByText('Outro valor', { exact: true }).click();
  const field = screen.getByLabelText('Valor a adicionar');
  await field.fill('2');
  await expect.element(field).toBeValid();
  const limits = screen.getByText(/De R\$\s5,00 a R\$\s2\.000,00\./);
  await expect.element(limits).toBeVisible();
  await userEvent.tab();
  await expect.element(field).toBeInvalid();
  await expect.element(screen.getByText(/O mínimo é R\$\s5,00\./)).toBeVisible();
  await expect.element(limits).toBeVisible();
  // More digits do not mend it, so that the field does not wait until it is left.
  await field.fill('9999999');
  await expect.element(screen.getByText(/O máximo é R\$\s2\.000,00\./)).toBeVisible();
  await field.fill('');
  await userEvent.tab();
  await expect.element(field).toBeValid();
  await screen.getByRole('button', { name: /Pix/ }).click();
  await expect.element(field).toBeInvalid();
  await expect.element(field).toHaveFocus();
  expect(attempts).toEqual([]);
});

test('a method is chosen by one press while the amount is wrong', async () => {
  const screen = await show();
  await screen.getByText('Outro valor', { exact: true }).click();
  await screen.getByLabelText('Valor a adicionar').fill('2');
  await screen.getByText('Boleto', { exact: true }).click();
  await expect.element(screen.getByRole('radio', { name: 'Boleto' })).toBeChecked();
  await expect.element(screen.getByText(/O mínimo é R\$\s5,00\./)).toBeVisible();
});

test('another amount starts with what the purchase is missing, or the least that can be added', async () => {
  const plan = { kind: 'subscription', label: 'Íris', value: 1_794 } as never;
  const screen = await show(2_500, plan);
  await screen.getByText('Outro valor', { exact: true }).click();
  await expect.element(screen.getByLabelText('Valor a adicionar')).toHaveValue('R$\u00a017,94');
});

test('a refused top-up says why inside the form', async () => {
  const screen = await show();
  replies = [refusal(409, 'wallet.dayLimit')];
  await screen.getByRole('button', { name: /Pix/ }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('wallet.dayLimit');
  await screen.getByText('R$ 25', { exact: true }).click();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('a top-up by PicPay can only be paid with a saved account', async () => {
  const screen = await show();
  await screen.getByText('PicPay', { exact: true }).click();
  await expect.element(screen.getByRole('radio', { name: 'PicPay' })).toBeChecked();
  const button = screen.getByRole('button', { name: 'Continuar com PicPay' });
  await expect.element(button).toBeDisabled();
  await expect
    .element(button)
    .toHaveAccessibleDescription('Para continuar, adicione ou escolha uma conta PicPay acima.');
  await screen.getByText('Pix', { exact: true }).click();
  await expect.element(screen.getByRole('button', { name: /Pix/ })).toBeEnabled();
});

test('a repeated top-up keeps its idempotency key until the amount changes or the gateway refuses', async () => {
  const screen = await show();
  const pay = async () => {
    const count = attempts.length;
    await screen.getByRole('button', { name: /Pix/ }).click();
    await expect.poll(() => attempts).toHaveLength(count + 1);
    await expect
      .element(screen.getByRole('button', { name: /Pix/ }))
      .not.toHaveAttribute('aria-busy', 'true');
  };
  replies = [
    refusal(503, 'gateway.unavailable'),
    refusal(502, 'gateway.refused'),
    charge({ id: 'c1' }),
    charge({ id: 'c2' }),
  ];
  await pay();
  await pay();
  await pay();
  await screen.getByText('R$ 250', { exact: true }).click();
  await pay();
  const [first, second, third, fourth] = attempts.map(({ key }) => key);
  expect(second).toBe(first);
  expect(new Set([second, third, fourth]).size).toBe(3);
  expect(attempts.map(({ body }) => body['value'])).toEqual([5_000, 5_000, 5_000, 25_000]);
});

test('one press saves the payer of a boleto and issues it, and a second one does not save again', async () => {
  const screen = await show();
  await screen.getByText('Boleto', { exact: true }).click();
  const press = () => screen.getByRole('button', { name: 'Gerar o boleto' }).click();
  await press();
  await expect.element(screen.getByLabelText('Nome de quem paga')).toBeInvalid();
  await expect.element(screen.getByLabelText('CPF ou CNPJ')).toBeInvalid();
  expect([payers, attempts]).toEqual([[], []]);
  await screen.getByLabelText('Nome de quem paga').fill('Davi Cobalto');
  await screen.getByLabelText('CPF ou CNPJ').fill('52998224725');
  replies = [charge({ id: 'c1' }), charge({ id: 'c1' })];
  await press();
  await expect.poll(() => onCharge).toHaveBeenCalledTimes(1);
  await press();
  await expect.poll(() => onCharge).toHaveBeenCalledTimes(2);
  expect(payers).toEqual([{ name: 'Davi Cobalto', cpfcnpj: '52998224725' }]);
  expect(attempts.map(({ body }) => body['paymentMethodKey'])).toEqual(['boleto', 'boleto']);
});
