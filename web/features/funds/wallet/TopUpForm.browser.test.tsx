// The choice of amount and method of a top-up, and the idempotency keys of its attempts.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
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
    ],
    statementName: 'CAMARIM',
    boletoAddress: false,
    paypalClientId: null,
  },
};

let attempts: Attempt[];
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

beforeEach(() => {
  attempts = [];
  replies = [];
  onCharge.mockReset();
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal(
    'fetch',
    async (path: string, init: { body?: string; headers: Record<string, string> }) => {
      if (path === '/api/funds/methods') return Response.json(METHODS);
      if (init.body === undefined) return Response.json({ success: true, data: [] });
      attempts.push({ body: JSON.parse(init.body), key: init.headers['idempotency-key'] ?? '' });
      const { status, body } = replies.shift() ?? expect.fail('an unexpected attempt');
      return Response.json(body, { status });
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const show = (suggested?: number) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(methodsQuery().queryKey, METHODS as never);
  const Page = () => (
    <QueryClientProvider client={client}>
      <TopUpForm suggested={suggested} intent={undefined} balance={0} onCharge={onCharge} />
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
  await vi.waitFor(() => expect(onCharge).toHaveBeenCalledOnce());
  expect(attempts[0]?.body).toEqual({ paymentMethodKey: 'pix', value: 10_000 });
});

test('a top-up by PicPay can only be paid with a saved account', async () => {
  const screen = await show();
  await screen.getByText('PicPay', { exact: true }).click();
  await expect.element(screen.getByRole('radio', { name: 'PicPay' })).toBeChecked();
  await expect.element(screen.getByRole('button', { name: 'Continuar com PicPay' })).toBeDisabled();
  await screen.getByText('Pix', { exact: true }).click();
  await expect.element(screen.getByRole('button', { name: /Pix/ })).toBeEnabled();
});

test('a repeated top-up keeps its idempotency key until the amount changes or the gateway refuses', async () => {
  const screen = await show();
  const pay = async () => {
    const count = attempts.length;
    await screen.getByRole('button', { name: /Pix/ }).click();
    await vi.waitFor(() => expect(attempts).toHaveLength(count + 1));
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
