// Filters of a list: folded behind one button on a phone, in sight elsewhere.
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FoldedFilters } from './FoldedFilters.tsx';

afterEach(() => page.viewport(414, 896));

const show = () =>
  render(
    <FoldedFilters active={2}>
      <input aria-label="De" />
    </FoldedFilters>,
  );

test('filters are folded on a phone, and the button says how many are set', async () => {
  await page.viewport(360, 780);
  const screen = await show();
  const button = screen.getByRole('button', { name: 'Filtrar 2' });
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await expect.element(screen.getByLabelText('De')).not.toBeVisible();
  await button.click();
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await expect.element(screen.getByLabelText('De')).toBeVisible();
});

test('filters are in sight where there is room, without a button', async () => {
  await page.viewport(900, 780);
  const screen = await show();
  await expect.element(screen.getByLabelText('De')).toBeVisible();
  expect(screen.container.querySelector('button')?.offsetParent).toBeNull();
});
