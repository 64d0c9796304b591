// The plan form says in money what is typed: what a fan pays and what the producer receives.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { m } from '../../paraglide/messages.js';
import { ownProfileKey } from '../../client/session/own-profile.ts';
import { Bundles } from './Bundles.tsx';
import { NewPromotion } from './NewPromotion.tsx';
import type { Tier } from './queries.ts';

const TIER = {
  id: 't1',
  basePrice: { id: 'p1', price: 2_500 },
  bundles: [],
  promotions: [],
} as unknown as Tier;

const show = (part: ReactNode) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(ownProfileKey, { feeBps: 2_000 });
  return render(<QueryClientProvider client={client}>{part}</QueryClientProvider>);
};
const money = (text: string) => new RegExp(text.replaceAll('R$ ', 'R\\$\\s'));

test('a bundle says what it costs and brings, and follows what is typed', async () => {
  const screen = await show(<Bundles tier={TIER} />);
  await expect
    .element(screen.getByText(money('3 meses = R$ 67,50, você recebe R$ 54,00')))
    .toBeVisible();
  await screen.getByLabelText(m.plan_discount()).fill('20');
  await expect
    .element(screen.getByText(money('3 meses = R$ 60,00, você recebe R$ 48,00')))
    .toBeVisible();
  await screen.getByLabelText(m.plan_months()).fill('99');
  await expect.element(screen.getByText(/você recebe/)).not.toBeInTheDocument();
});

test('a free trial and a discount are choices with names, each with its example', async () => {
  const screen = await show(<NewPromotion tier={TIER} />);
  await expect.element(screen.getByRole('radio', { name: /Teste grátis/ })).toBeChecked();
  await expect
    .element(
      screen.getByText(money('Depois de 7 dias grátis, 1 mês = R$ 25,00, você recebe R$ 20,00')),
    )
    .toBeVisible();
  await screen.getByText(m.plan_promotion_text({ max: 12 })).click();
  await expect
    .element(screen.getByText(money('Primeiro mês = R$ 12,50, você recebe R$ 10,00')))
    .toBeVisible();
});

test('a promotion of months says what each brings and what comes after, and has at most twelve', async () => {
  const screen = await show(<NewPromotion tier={TIER} />);
  await screen.getByText(m.plan_promotion_text({ max: 12 })).click();
  await screen.getByLabelText(m.plan_discount_months()).fill('3');
  await expect
    .element(
      screen.getByText(money('Cada um dos primeiros 3 meses = R$ 12,50, você recebe R$ 10,00')),
    )
    .toBeVisible();
  await expect
    .element(screen.getByText(money('Depois da promoção, 1 mês = R$ 25,00, você recebe R$ 20,00')))
    .toBeVisible();
  await screen.getByLabelText(m.plan_discount_months()).fill('13');
  await expect.element(screen.getByText(/Cada um dos primeiros/)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: m.plan_promotion_add() }).click();
  await expect.element(screen.getByText(m.plan_between({ min: 1, max: 12 }))).toBeVisible();
});
