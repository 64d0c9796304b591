// What a private show asks its watcher while it runs: for money, and for their own camera. Both are
// in the show itself, so that a page that is loaded again asks, too.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import { NetworkError } from '../../../client/api/errors.ts';
import { closeDialog, dialogStore } from '../../../client/dialogs.ts';
import type { Live } from '../queries.ts';
import { MoneyWarning } from './MoneyWarning.tsx';
import { ReverseCamera } from './ReverseCamera.tsx';

const LIVE = {
  id: 'l1',
  type: '3',
  profile: { id: 'iris', domainName: 'irisveludo', exibitionName: 'Íris Veludo' },
  privateWatcherId: 'davi',
  privateWatcher: { id: 'davi', exibitionName: 'Davi' },
  entered: 'watcher',
  reverseCamera: true,
  reverseAskedById: null,
  reverseUrl: null,
  lowMoney: null,
} as unknown as Live;
const low = (reason: 'money' | 'limit') => ({
  lowMoney: {
    endsAt: new Date(Date.now() + 50_000).toISOString(),
    reason,
    needed: 600,
    suggested: 2_500,
  },
});
const CARD = { id: 'c1', default: true, usable: true, number: '**** 0007' };

let sent: WireRequest[];
let charge: object;
/** Whether calls get an answer. */
let answered: boolean;

beforeEach(() => {
  sent = [];
  answered = true;
  charge = { id: 'p1', status: 'paid', heldUntil: null, method: 'card' };
  sessionStorage.clear();
  closeDialog();
  installTransport(async (request) => {
    sent.push(request);
    if (!answered && request.method === 'POST') throw new NetworkError('no answer');
    const data = request.path.startsWith('/funds/payments')
      ? [CARD]
      : request.method === 'POST' && request.path === '/funds'
        ? charge
        : null;
    return { status: 200, body: { success: true, data } };
  });
});

const show = (part: object, viewer: 'davi' | 'iris' = 'davi') => {
  const live = { ...LIVE, ...part } as Live;
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: { profile: { id: viewer } } }),
      HydrateFallback: () => null,
      Component: () =>
        useRouteLoaderData('root') ? (
          <>
            <MoneyWarning live={live} />
            <ReverseCamera live={live} />
          </>
        ) : null,
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub />
    </QueryClientProvider>,
  );
};
const posts = () => sent.filter(({ method }) => method === 'POST');

test('a top-up in one press charges the default card once that was allowed in this tab', async () => {
  sessionStorage.setItem('camarim.quickTopUp', '1');
  const page = await show(low('money'));
  await page.getByRole('button', { name: 'Adicionar R$ 25,00 · cartão 0007' }).click();
  await expect.poll(() => posts().length).toBe(1);
  expect(posts()[0]?.path).toBe('/funds');
  expect(JSON.parse(posts()[0]?.body ?? '')).toMatchObject({
    paymentMethodKey: 'card',
    value: 2_500,
    profileCardId: 'c1',
    ageConfirmed: true,
  });
  expect(dialogStore.current()).toBeNull();
});

test('a press after a lost answer continues the same charge, and no other way to pay is opened', async () => {
  sessionStorage.setItem('camarim.quickTopUp', '1');
  answered = false;
  const page = await show(low('money'));
  const press = page.getByRole('button', { name: 'Adicionar R$ 25,00 · cartão 0007' });
  await press.click();
  await expect.poll(() => posts().length).toBe(1);
  answered = true;
  await press.click();
  await expect.poll(() => posts().length).toBe(2);
  const [first, second] = posts().map(({ headers }) => headers['idempotency-key']);
  expect(second).toBe(first);
  expect(dialogStore.current()).toBeNull();
});

test('a card that is declined opens the wallet, which says so', async () => {
  sessionStorage.setItem('camarim.quickTopUp', '1');
  charge = { ...charge, status: 'failed' };
  const page = await show(low('money'));
  await page.getByRole('button', { name: 'Adicionar R$ 25,00 · cartão 0007' }).click();
  await expect
    .poll(() => dialogStore.current())
    .toMatchObject({
      name: 'wallet',
      props: { chargeId: 'p1' },
    });
});

test('a press without the money opens the wallet, and a spending limit offers no top-up', async () => {
  const page = await show(low('money'));
  await page.getByRole('button', { name: 'Adicionar e continuar' }).click();
  expect(posts()).toEqual([]);
  expect(dialogStore.current()).toMatchObject({ name: 'wallet', props: { suggested: 2_500 } });
  await page.unmount();
  const limited = await show(low('limit'));
  await expect.element(limited.getByText(/Um limite de gastos encerra/)).toBeVisible();
  expect(limited.getByRole('button', { name: /Adicionar/ }).elements()).toEqual([]);
});

test("a request for the watcher's own camera is answered by the other person, and its sender waits", async () => {
  const asked = { reverseAskedById: 'davi' };
  const waiting = await show(asked);
  await expect.element(waiting.getByText('Esperando Íris Veludo aceitar')).toBeVisible();
  await waiting.unmount();
  const page = await show(asked, 'iris');
  await expect.element(page.getByText('Davi quer mostrar a própria câmera.')).toBeVisible();
  await page.getByRole('button', { name: 'Aceitar' }).click();
  await expect.poll(() => posts().map(({ path }) => path)).toEqual(['/lives/accept-reverse/l1']);
});
