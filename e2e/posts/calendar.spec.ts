// The calendar: a post is planned for a day, found in month and week, and moved by the keyboard
// alone and by the mouse.
import { DAY_MS } from '@camarim/contract/time';
import { expect, type Page, test } from '@playwright/test';
import { createSession, open } from '../people.ts';

/**
 * A day of the next month, so that nothing else is near and no day is past. The page counts in São
 * Paulo time, in which a month begins three hours later.
 */
const dayOfNextMonth = (date: number): string => {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
};
const cell = (page: Page, day: string) => page.locator(`button[data-day="${day}"]`);
const inDay = (page: Page, text: string) =>
  page.getByRole('complementary').getByRole('listitem').filter({ hasText: text });

test(
  'a producer plans a post for a day and moves it to another, by keyboard and by dragging',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(120_000);
    const [tenth, twelfth, thirteenth] = [
      dayOfNextMonth(10),
      dayOfNextMonth(12),
      dayOfNextMonth(13),
    ];
    const text = `Planejado ${Date.now()}`;
    await createSession(page.context(), 'dalianorte');

    await test.step('from an empty day to the composer, which knows the day', async () => {
      await open(page, '/posts/calendar');
      await page.getByRole('button', { name: 'Próximo mês' }).click();
      await cell(page, tenth).click();
      await expect(page.getByText('Nada marcado para este dia.')).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'Novo post' }).click();
      await expect(page.getByLabel('Data e hora')).toHaveValue(`${tenth}T20:00`);
      await page.getByLabel('O que você quer mostrar?').fill(text);
      await page.getByRole('button', { name: 'Agendar', exact: true }).click();
      await expect(page.getByText('Agendado. O post aparece').first()).toBeVisible();
    });

    await test.step('arrows go to it, and its menu moves it', async () => {
      await open(
        page,
        `/posts/calendar?day=${new Date(Date.parse(tenth) - DAY_MS).toISOString().slice(0, 10)}`,
      );
      await page.locator('button[data-day][tabindex="0"]').focus();
      await page.keyboard.press('ArrowRight');
      await expect(cell(page, tenth)).toBeFocused();
      await expect(inDay(page, text)).toContainText('20:00');
      await inDay(page, text)
        .getByRole('button', { name: /^Opções/ })
        .press('Enter');
      await page.getByRole('menuitem', { name: 'Mudar o dia' }).press('Enter');
      await page.getByLabel('Data e hora').fill(`${twelfth}T09:30`);
      await page.keyboard.press('Enter');
      await expect(page.getByText('O dia mudou.').first()).toBeVisible();
      await expect(cell(page, twelfth)).toHaveAttribute('aria-pressed', 'true');
      await expect(inDay(page, text)).toContainText('09:30');
    });

    await test.step('in the week it is dragged a day on, and keeps its hour', async () => {
      await page.getByRole('link', { name: 'Semana' }).click();
      await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1);
      const to = (await cell(page, thirteenth).count()) > 0 ? thirteenth : dayOfNextMonth(11);
      await cell(page, twelfth).getByText(text).dragTo(cell(page, to));
      await expect(page.getByText(/^Agora em /).first()).toBeVisible();
      await cell(page, to).click({ position: { x: 20, y: 12 } });
      await expect(inDay(page, text)).toContainText('09:30');
      await expect(cell(page, twelfth).getByText(text)).toHaveCount(0);
    });
  },
);
