// Card steps that journeys share.
import { expect, type Locator, type Page } from '@playwright/test';

const CARD = '5448280000000007';

/** `phone` is a field where the acquirer's 3-D Secure asks for one. */
type CardEntry = { holder?: string; cvv?: string; number?: string; phone?: string };

/**
 * Opens the form of a new card and fills in its six fields; the tick is left to do. A holder's name
 * says what the bank of the stand-in does (docs/operations/payments.md).
 */
export const fillCard = async (
  page: Page,
  { holder = 'DAVI DE TESTE', cvv = '235', number = CARD, phone }: CardEntry = {},
): Promise<Locator> => {
  await page.getByRole('button', { name: 'Adicionar cartão' }).click();
  const form = page.getByRole('dialog', { name: 'Adicionar cartão' });
  await form.getByLabel('Número do cartão').pressSequentially(number);
  await expect(form.getByLabel('Número do cartão')).toHaveValue(
    number.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
  );
  await expect(form.getByText('Mastercard')).toBeVisible();
  await form.getByLabel('Validade').pressSequentially('1231');
  await expect(form.getByLabel('Validade')).toHaveValue('12/2031');
  await form.getByLabel('Código de segurança').fill(cvv);
  await form.getByLabel('Nome do titular').fill(holder);
  await form.getByLabel('CPF').pressSequentially('52998224725');
  await form.getByLabel('CEP').fill('01310-100');
  await expect(form.getByText('São Paulo, SP')).toBeVisible();
  if (phone !== undefined) await form.getByLabel('Celular').fill(phone);
  return form;
};

/** Adds a card to the wallet dialog that is open. */
export const addCard = async (page: Page, card?: CardEntry): Promise<void> => {
  const form = await fillCard(page, card);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Salvar cartão' }).click();
  await expect(form).toBeHidden({ timeout: 20_000 });
};
