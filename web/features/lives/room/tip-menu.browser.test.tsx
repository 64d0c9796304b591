// Buying an item of the tip menu, from the press on it to the tip that is sent; and the people who
// gave most.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useSyncExternalStore } from 'react';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { closeDialog, type DialogProps, dialogStore } from '../../../client/dialogs.ts';
import { watchFailures } from '../../../client/failures.ts';
import { installSales } from '../../../client/sales.ts';
import { m } from '../../../paraglide/messages.js';
import { dismissToast, toastStore } from '../../../ui/overlays/toasts.ts';
import { fundsDialogs, loadTipSale } from '../../funds/index.ts';
import type { Live } from '../queries.ts';
import { Leaderboard } from './Leaderboard.tsx';
import type { MenuItem, Room } from './queries.ts';
import { TipMenu } from './TipMenu.tsx';

const LIVE = {
  id: 'l1',
  profile: { id: 'iris', domainName: 'irisveludo', exibitionName: 'Íris Veludo' },
} as unknown as Live;
const MENU = [
  { id: 'i1', label: 'Cantar', price: 1_500 },
  { id: 'i2', label: 'Mandar um beijo', price: 500 },
] as unknown as MenuItem[];

type Tip = { body: Record<string, unknown>; key: string | undefined };
let tips: Tip[];
let answers: (() => Response | Promise<Response>)[];
beforeEach(() => {
  tips = [];
  answers = [];
  watchFailures();
  installSales({ tip: loadTipSale } as never);
  // Only the network's edge is replaced.
  vi.stubGlobal(
    'fetch',
    async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
      if (method === 'GET') return Response.json({ success: true, data: [] });
      if (!path.endsWith('/funds/tips')) throw new Error(path);
      tips.push({
        body: JSON.parse(String(body)) as Tip['body'],
        key: new Headers(headers).get('idempotency-key') ?? undefined,
      });
      return answers.shift()?.() ?? Response.json({ success: true, data: {} });
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  closeDialog();
  for (const { id } of toastStore.current()) dismissToast(id);
});

const Dialogs = () => {
  const open = useSyncExternalStore(dialogStore.subscribe, dialogStore.current, () => null);
  return open?.name === 'tip' ? (
    <Suspense>
      <fundsDialogs.tip {...(open.props as DialogProps['tip'])} onClose={closeDialog} />
    </Suspense>
  ) : null;
};
const show = (menu: readonly MenuItem[] = MENU) => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: { profile: { id: 'davi' } } }),
      HydrateFallback: () => null,
      Component: () =>
        useRouteLoaderData('root') ? (
          <>
            <TipMenu live={LIVE} menu={menu} />
            <Dialogs />
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
const send = (screen: Awaited<ReturnType<typeof show>>) =>
  screen.getByRole('button', { name: 'Enviar R$\u{a0}15,00' });
const toasts = () => toastStore.current().map(({ text }) => text.replaceAll('\u{a0}', ' '));

test('an item is bought at its price, with a message, for the show that is watched', async () => {
  const screen = await show();
  expect(
    screen
      .getByRole('button')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['CantarR$\u{a0}15,00', 'Mandar um beijoR$\u{a0}5,00']);
  await screen.getByRole('button', { name: /^Cantar/ }).click();
  await expect.element(screen.getByRole('dialog').getByText('Cantar')).toBeVisible();
  // The amount of an item is no choice.
  expect(screen.getByLabelText(m.tip_value()).elements()).toEqual([]);
  await screen.getByLabelText(m.tip_message()).fill('Aquela de sempre');
  await send(screen).click();
  await expect
    .poll(() => tips.map(({ body }) => body))
    .toEqual([{ liveId: 'l1', itemId: 'i1', value: 1_500, message: 'Aquela de sempre' }]);
  await expect.poll(toasts).toEqual(['Mimo de R$ 15,00 enviado para Íris Veludo!']);
  expect(dialogStore.current()).toBeNull();
});

test('a second press while an item is paid buys nothing more, and one after a lost answer is the same tip', async () => {
  let fail: (error: Error) => void = () => {};
  answers = [() => new Promise((_, reject) => (fail = reject))];
  const screen = await show();
  await screen.getByRole('button', { name: /^Cantar/ }).click();
  await send(screen).click();
  await expect.poll(() => tips).toHaveLength(1);
  (send(screen).element() as HTMLElement).click();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(tips).toHaveLength(1);
  fail(new TypeError('no answer'));
  await expect.poll(toasts).toEqual([m.network_failed()]);
  await send(screen).click();
  await expect.poll(() => tips).toHaveLength(2);
  expect(tips[1]).toEqual(tips[0]);
  expect(tips[0]?.key).toBeTruthy();
});

test('an item that the balance does not pay for opens the wallet, with the tip to finish after the top-up', async () => {
  const intent = { kind: 'tip', liveId: 'l1', itemId: 'i1', value: 1_500, label: 'Íris Veludo' };
  answers = [
    () =>
      Response.json(
        {
          success: false,
          code: 'funds.insufficient',
          message: '',
          data: { suggested: 2_500, intent },
        },
        { status: 402 },
      ),
  ];
  const screen = await show();
  await screen.getByRole('button', { name: /^Cantar/ }).click();
  await send(screen).click();
  await expect
    .poll(() => dialogStore.current())
    .toMatchObject({ name: 'wallet', props: { suggested: 2_500, intent } });
  expect(toasts()).toEqual([]);
});

test('a show without a menu says so', async () => {
  const screen = await show([]);
  await expect.element(screen.getByText(m.live_menu_none())).toBeVisible();
});

test('the people who gave most in a show are listed in their order, with their marks and sums', async () => {
  const tipsOf = {
    total: 7_500,
    count: 4,
    leaderboard: [
      { profile: { id: 'malu', exibitionName: 'Malu', marks: ['topTipper'] }, value: 5_000 },
      { profile: { id: 'davi', exibitionName: 'Davi', marks: [] }, value: 2_500 },
    ],
  } as unknown as Room['tips'];
  const screen = await render(<Leaderboard tips={tipsOf} />);
  expect(
    screen
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['1MaluR$\u{a0}50,00', '2DaviR$\u{a0}25,00']);
  await expect
    .element(screen.getByRole('listitem').nth(0).getByRole('img'))
    .toHaveAccessibleName(m.live_mark_top());
  expect(screen.getByRole('img').elements()).toHaveLength(1);
  await expect.element(screen.getByText('R$\u{a0}75,00 em 4 mimos')).toBeVisible();
});

test('before the first tip of a show the list of people says that there is none', async () => {
  const none = { total: 0, count: 0, leaderboard: [] } as unknown as Room['tips'];
  const screen = await render(<Leaderboard tips={none} />);
  await expect.element(screen.getByText(m.live_leaderboard_none())).toBeVisible();
});
