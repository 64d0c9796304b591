// Subscribing: from a locked post to an empty wallet, through Pix, finished in one tap; the post
// opens, and the renewal is stopped.
import { expect, test } from '@playwright/test';
import { chooseMethod, createAccount, demoPost, open, payAtBank } from './people.ts';

test('a fan subscribes from a locked post, tops up on the way, sees it open, and stops the renewal', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await createAccount(page.context(), `assinante${Date.now() % 1_000_000}`);
  const post = await demoPost(page, 'irisveludo', 'Só para assinantes de Íris Veludo');
  await post.getByRole('button', { name: 'Assinar para ver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assinar Íris Veludo' });
  await expect(dialog.getByText('renova sozinha por R$ 29,90 ao mês')).toBeVisible();
  await dialog.getByRole('button', { name: 'Assinar por R$ 17,94' }).click();

  const wallet = page.getByRole('dialog', { name: 'Adicionar saldo' });
  await expect(wallet.getByRole('radio', { name: 'R$ 25', exact: true })).toBeChecked();
  await chooseMethod(wallet, 'Pix');
  await wallet.getByRole('button', { name: 'Gerar o código Pix' }).click();
  await payAtBank(page, await wallet.getByLabel('Código Pix', { exact: true }).inputValue());
  await wallet.getByRole('button', { name: 'Assinar por R$ 17,94' }).click({ timeout: 30_000 });
  await expect(wallet).toBeHidden();
  await expect(page.getByText('Só para quem acompanha')).toBeVisible();
  await expect(page.getByText(/Você assina por .+ ao mês\. Renova em/)).toBeVisible();

  await open(page, '/settings/subscriptions');
  const row = page.getByRole('listitem').filter({ hasText: 'Íris Veludo' });
  await expect(row.getByText('por R$ 29,90')).toBeVisible();
  await row.getByRole('button', { name: 'Parar de renovar Íris Veludo' }).click();
  await expect(row.getByText(/Nada mais é cobrado/)).toBeVisible();
  await expect(row.getByRole('button', { name: 'Renovar por R$ 29,90 ao mês' })).toBeVisible();
  await row.getByLabel('Por que você parou? (opcional)').selectOption('Preço');
  await expect(page.getByRole('status').getByText('Obrigado por dizer.')).toBeVisible();
});
