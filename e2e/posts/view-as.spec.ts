// A producer looks at their own page as other people: the lock of their post, the disabled actions,
// and the way back.
import { expect, test } from '@playwright/test';
import { createSession, open } from '../people.ts';

test('a producer sees their page as a visitor and as a subscriber, can do nothing there, and goes back', async ({
  page,
}) => {
  await createSession(page.context(), 'irisveludo');
  await open(page, '/irisveludo');
  await page.getByRole('link', { name: 'Ver como' }).click();
  const banner = page.getByRole('complementary', { name: 'Ver como' });
  await expect(banner.getByRole('link', { name: 'Visitante' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('link', { name: 'Editar perfil' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Seguir', exact: true })).toBeDisabled();
  await expect(
    page.getByRole('button', { name: 'Desbloquear por R$ 19,90' }).first(),
  ).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Chamar', exact: true })).toBeDisabled();
  const refused: string[] = [];
  page.on('response', (reply) => {
    if (reply.status() >= 400) refused.push(`${reply.status()} ${reply.url()}`);
  });
  await banner.getByRole('link', { name: 'Assinante' }).click();
  await expect(page.getByText(/Você assina\. Renova em/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deixar de seguir Íris Veludo' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Mensagem', exact: true })).toBeDisabled();
  await page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
  await banner.getByRole('link', { name: 'Voltar à minha página' }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Editar perfil' })).toBeVisible();
});

test(
  'a producer sees one post as a visitor, and goes back to it',
  { tag: '@slow' },
  async ({ page }) => {
    await createSession(page.context(), 'irisveludo');
    await open(page, '/irisveludo?as=visitor');
    const locked = page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: 'Desbloquear por R$ 19,90' }) })
      .first();
    const address =
      (await locked
        .getByRole('link')
        .filter({ has: page.locator('time') })
        .first()
        .getAttribute('href')) ?? '';
    await open(page, address);
    await page.getByRole('button', { name: 'Opções do post' }).first().click();
    await page.getByRole('menuitem', { name: 'Ver como' }).click();
    await expect(page).toHaveURL(`${address}?as=visitor`);
    const banner = page.getByRole('complementary', { name: 'Ver como' });
    await expect(
      page.getByRole('button', { name: 'Desbloquear por R$ 19,90' }).first(),
    ).toBeDisabled();
    await banner.getByRole('link', { name: 'Voltar à minha página' }).click();
    await expect(page).toHaveURL(address);
    await expect(banner).toHaveCount(0);
  },
);

test(
  "no other producer sees a producer's page as another person",
  { tag: '@slow' },
  async ({ page }) => {
    await createSession(page.context(), 'caioambar');
    await open(page, '/irisveludo?as=subscriber');
    await expect(page).toHaveURL('/irisveludo');
    await expect(page.getByRole('complementary', { name: 'Ver como' })).toHaveCount(0);
  },
);
