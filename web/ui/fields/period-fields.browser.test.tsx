// The periods that are one press away: the one that is shown is marked, whether it was pressed or
// is the default of the page.
import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { PeriodFields } from './PeriodFields.tsx';
import { lastDays, type Period, todayIn } from './periods.ts';

const Fields = ({ shown }: { shown: Required<Period> }) => {
  const [period, setPeriod] = useState<Period>({});
  return <PeriodFields period={period} shown={shown} onChange={setPeriod} />;
};

test('the period that is shown is marked, at first the default one', async () => {
  const screen = await render(<Fields shown={lastDays(30, todayIn(Date.now()))} />);
  const month = screen.getByRole('button', { name: '30 dias' });
  const week = screen.getByRole('button', { name: '7 dias' });
  await expect.element(month).toHaveAttribute('aria-pressed', 'true');
  await expect.element(week).toHaveAttribute('aria-pressed', 'false');
  await week.click();
  await expect.element(week).toHaveAttribute('aria-pressed', 'true');
  await expect.element(month).toHaveAttribute('aria-pressed', 'false');
  await screen.getByLabelText('De').fill('2026-01-01');
  await expect.element(week).toHaveAttribute('aria-pressed', 'false');
});
