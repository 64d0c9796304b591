// A promotion of several months in words: the offer of a profile, the dialog, and what a fan has
// left.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { closeDialog, dialogStore } from '../../client/dialogs.ts';
import { m } from '../../paraglide/messages.js';
import { type Profile, profileQuery } from '../profiles/index.ts';
import { methodsQuery } from '../funds/index.ts';
import { PlanCard } from './PlanCard.tsx';
import { type Subscription, subscriptionsQuery } from './queries.ts';
import SubscribeDialog from './SubscribeDialog.tsx';
import SubscriptionsPage from './subscriptions.page.tsx';

const PROFILE = {
  id: 'p1',
  domainName: 'iris',
  exibitionName: 'Íris',
  subscribedUntil: null,
  subscriber: false,
  tier: {
    id: 't1',
    basePrice: { id: 'b1', price: 2_990 },
    bundles: [],
    promotion: {
      id: 'o1',
      discount: 33,
      discountMonths: 3,
      trialDays: null,
      price: 2_000,
      endWhen: '2026-12-31T15:00:00.000Z',
    },
  },
} as unknown as Profile;

const SUBSCRIPTION = {
  id: 's1',
  profile: { id: 'p1', domainName: 'iris', exibitionName: 'Íris' },
  status: 'active',
  renews: true,
  trial: false,
  price: 2_990,
  currentPrice: 2_990,
  promotion: { price: 2_000, monthsLeft: 2, until: '2027-02-23T15:00:00.000Z' },
  subscribedUntil: '2026-12-23T15:00:00.000Z',
  nextCharge: '2026-12-23T15:00:00.000Z',
  stopReason: null,
  paidBy: 'wallet',
} as unknown as Subscription;

const show = (part: ReactNode, subscription = SUBSCRIPTION) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(profileQuery('iris').queryKey, PROFILE);
  client.setQueryData(subscriptionsQuery().queryKey, [subscription]);
  client.setQueryData(methodsQuery().queryKey, { data: { pixAutomatico: true } } as never);
  const router = createMemoryRouter([{ path: '*', element: part }]);
  return render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};
/** Prices have a space that does not break. */
const text = (words: string) =>
  new RegExp(words.replaceAll('$', '\\$').replaceAll('.', '\\.').replaceAll(' ', '\\s'));

test('the card of a profile says the price, for how many months, and the price after them', async () => {
  const screen = await show(<PlanCard profile={PROFILE} />);
  await expect.element(screen.getByText(text('R$ 20,00/mês por 3 meses'))).toBeVisible();
  await expect.element(screen.getByText(text('depois R$ 29,90/mês'))).toBeVisible();
});

test('the card of a subscriber says what the next month costs, and offers more months', async () => {
  const subscribed = {
    ...PROFILE,
    subscriber: true,
    subscribedUntil: SUBSCRIPTION.subscribedUntil,
    tier: {
      ...PROFILE.tier,
      bundles: [{ id: 'm6', months: 6, price: 15_000, discount: 16 }],
    },
  } as unknown as Profile;
  const screen = await show(<PlanCard profile={subscribed} />);
  await expect
    .element(screen.getByText(/Você assina por R\$\s20,00 ao mês\. Renova em /))
    .toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Gerenciar assinatura' }))
    .toHaveAttribute('href', '/settings/subscriptions');
  await expect.element(screen.getByText(/6 meses/)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Renovar por mais meses' }).click();
  expect(dialogStore.current()).toMatchObject({ name: 'subscribe', props: { username: 'iris' } });
  closeDialog();
});

test('the dialog has the same prices before the payment, and no Pix Automático with its fixed amount', async () => {
  const screen = await show(<SubscribeDialog username="iris" onClose={() => undefined} />);
  await expect
    .element(screen.getByText(text('São R$ 20,00/mês por 3 meses, depois R$ 29,90/mês')))
    .toBeVisible();
  await expect.element(screen.getByText('por mês, por 3 meses')).toBeVisible();
  await expect.element(screen.getByText(m.subscribe_by_pix())).not.toBeInTheDocument();
});

test('a fan sees the next charge, until when the promotion lasts and what comes after', async () => {
  const screen = await show(<SubscriptionsPage />);
  await expect
    .element(
      screen.getByText(
        /Renova em .* por R\$\s20,00\. A promoção vai até .*; depois, R\$\s29,90 por mês\./,
      ),
    )
    .toBeVisible();
});

test('a fan who stopped sees the price of going on, and no price rise before the promotion ends', async () => {
  const screen = await show(<SubscriptionsPage />, {
    ...SUBSCRIPTION,
    renews: false,
    nextCharge: null,
    currentPrice: 3_990,
  } as Subscription);
  await expect
    .element(
      screen.getByText(text('Se renovar: R$ 20,00/mês por mais 2 meses, depois R$ 39,90/mês.')),
    )
    .toBeVisible();
  await expect.element(screen.getByText(/só renova se você aceitar/)).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: text('Renovar por R$ 20,00 ao mês') }))
    .toBeVisible();
});
