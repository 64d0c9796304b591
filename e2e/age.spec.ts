// A visitor from Brazil proves their age with the wallet of the sandbox, without an account, and
// comes back to the page they wanted.
import { expect, test } from '@playwright/test';
import { ready } from './people.ts';

test('a visitor without an account proves their age with a wallet and sees the page they wanted', async ({
  page,
  context,
}) => {
  await page.goto('/account/age?returnTo=%2Firisveludo');
  await ready(page);
  const wallet = page.getByRole('listitem').filter({ hasText: 'Carteira digital' });
  const here = wallet.getByRole('button', { name: 'A carteira está neste aparelho' });

  // A minor first: the gate stays closed, and contesting is offered.
  await here.click();
  await page.getByRole('link', { name: 'Aplicativo de verificação de idade (UE)' }).click();
  await page.getByRole('button', { name: 'Mostrar: menos de 18 anos' }).click();
  await expect(page.getByRole('alert')).toHaveText('A resposta é que você tem menos de 18 anos.');
  await page.getByRole('link', { name: 'Escolher outra forma' }).click();
  await expect(page.getByRole('heading', { name: 'Discorda do resultado?' })).toBeVisible();

  await page.goto('/account/age?returnTo=%2Firisveludo');
  await ready(page);
  await here.click();
  await page.getByRole('link', { name: 'Carteira de habilitação digital' }).click();
  await page.getByRole('button', { name: 'Mostrar: 18 anos ou mais' }).click();
  await expect(page).toHaveURL(/\/irisveludo$/);
  await expect(page.getByRole('button', { name: /18 anos ou mais/ })).toHaveCount(0);
  const cookies = await context.cookies();
  const proof = cookies.find(({ name }) => name === 'age');
  expect(proof).toMatchObject({ httpOnly: true, expires: -1 });
  expect(proof?.value).toContain('.wallet.');
  expect(cookies.find(({ name }) => name === 'age-try')).toBeUndefined();
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toContain(proof?.value.slice(0, 22));
});
