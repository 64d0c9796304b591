// Comments of two people at once: realtime arrival, replies, likes and deleted comments.
import { expect, type Page, test } from '@playwright/test';
import { createSession, DEMO_PASSWORD, logIn, open } from '../people.ts';

test(
  'a comment and its reply arrive in realtime, and a deleted comment keeps its replies',
  { tag: '@slow' },
  async ({ page, browser, baseURL }) => {
    test.setTimeout(180_000);
    const text = `Conversa ${Date.now()}`;
    await logIn(page, 'theolume', DEMO_PASSWORD, '/posts');
    await page.getByLabel('O que você quer mostrar?').fill(text);
    await page.getByRole('button', { name: 'Publicar', exact: true }).click();
    await expect(page.getByText('Publicado!').first()).toBeVisible();

    const fan = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
    await createSession(fan.context(), 'davi');
    const talk = (who: Page) => who.getByRole('article').filter({ hasText: text });
    for (const who of [page, fan]) {
      await open(who, '/theolume');
      await talk(who).getByRole('button', { name: '0 comentários' }).click();
      await expect(talk(who).getByText('Ninguém comentou ainda')).toBeVisible();
    }

    await test.step('the fan’s comment is there for the owner, with the new count', async () => {
      await talk(fan).getByLabel('Escreva um comentário').fill('Que luz!');
      await fan.keyboard.press('Enter');
      await expect(talk(page).getByText('Que luz!')).toBeVisible({ timeout: 20_000 });
      await expect(talk(page).getByRole('button', { name: '1 comentário' })).toBeVisible();
    });

    await test.step('she answers by the keyboard; the fan finds the answer and likes it', async () => {
      await talk(page)
        .getByRole('button', { name: /^Responder a/ })
        .press('Enter');
      await expect(talk(page).getByLabel(/^Responda a/)).toBeFocused();
      await page.keyboard.type('Obrigada!');
      await page.keyboard.press('Enter');
      await expect(
        talk(page).getByRole('list', { name: 'Respostas' }).getByText('Obrigada!'),
      ).toBeVisible();
      await talk(fan).getByRole('button', { name: 'Ver 1 resposta' }).click({ timeout: 20_000 });
      const answer = talk(fan).getByRole('list', { name: 'Respostas' }).getByRole('listitem');
      await expect(answer).toContainText('Obrigada!');
      const like = answer.getByRole('button', { name: 'Curtir o comentário' });
      await like.click();
      await expect(like).toHaveAttribute('aria-pressed', 'true');
    });

    await test.step('an answer that is given up sends nothing, and the focus goes back', async () => {
      const opener = talk(fan)
        .getByRole('button', { name: /^Responder a/ })
        .first();
      await opener.press('Enter');
      await expect(talk(fan).getByLabel(/^Responda a/)).toBeFocused();
      await fan.keyboard.type('mudei de ideia');
      await fan.keyboard.press('Escape');
      await expect(opener).toBeFocused();
      await expect(talk(fan).getByText('mudei de ideia')).toHaveCount(0);
    });

    await test.step('the fan deletes the comment: its answer stays, also for the owner', async () => {
      await talk(fan).getByRole('button', { name: 'Apagar o comentário' }).first().click();
      for (const who of [fan, page])
        await expect(talk(who).getByText('Comentário apagado')).toBeVisible({ timeout: 20_000 });
      await expect(talk(page).getByText('Que luz!')).toHaveCount(0);
      await expect(talk(page).getByText('Obrigada!')).toBeVisible();
    });
    await fan.context().close();
  },
);
