// 3-D Secure by the acquirer's script in the wallet: a server of its own, where Cielo takes cards.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { freePort } from '../../api/platform/database/free-port.ts';
import { chooseMethod, open, openWallet, register, walletButton } from '../people.ts';
import { addCard } from './cards.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
// Test cards of 3-D Secure: frictionless, refused, not enrolled, with a challenge.
const CARDS = {
  frictionless: '5200000000001005',
  failed: '5200000000001013',
  unenrolled: '5200000000001039',
  challenge: '5200000000001096',
} as const;

let server: ChildProcess;
let origin: string;

test.beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = spawn(process.execPath, ['tools/serve-fresh.mjs'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: '',
      E2E_HOME: '',
      CARD_ACQUIRER: 'cielo',
      CAMARIM_DEMO: 'false',
      CAPTCHA_COST: '100',
    },
  });
  await expect
    .poll(async () => (await fetch(`${origin}/readyz`).catch(() => null))?.ok ?? false, {
      timeout: 120_000,
    })
    .toBe(true);
});
test.afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
});
test.use({ baseURL: async ({ browserName: _any }, use) => use(origin) });

const press = async (wallet: Locator): Promise<void> => {
  await wallet.getByRole('checkbox').check();
  await wallet.getByRole('button', { name: 'Adicionar R$ 50,00' }).click();
};
const challengeFrame = (page: Page) => page.frameLocator('iframe[title="3-D Secure"]');
const payWith = async (page: Page, name: string, number: string): Promise<Locator> => {
  await register(page, `${name}${Date.now() % 1_000_000}`);
  const wallet = await openWallet(page);
  await chooseMethod(wallet, 'Cartão');
  await addCard(page, { number, phone: '+55 11 98765-4321' });
  await press(wallet);
  return wallet;
};

test(
  'a frictionless 3-D Secure check charges the card without a question',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(180_000);
    await payWith(page, 'silencio', CARDS.frictionless);
    await expect(walletButton(page)).toContainText('R$ 50,00', { timeout: 30_000 });
  },
);

test.describe('a 3-D Secure check', () => {
  for (const kind of ['failed', 'unenrolled'] as const) {
    test(
      `a 3-D Secure check that does not authenticate the holder (${kind}) charges nothing and says so`,
      { tag: '@slow' },
      async ({ page }) => {
        test.setTimeout(180_000);
        await payWith(page, kind, CARDS[kind]);
        await expect(page.getByText('não confirmou que é você').first()).toBeVisible({
          timeout: 30_000,
        });
        await expect(walletButton(page)).toContainText('R$ 0,00');
      },
    );
  }
});

test(
  'a 3-D Secure challenge charges the card only once it is passed',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(240_000);
    const wallet = await payWith(page, 'desafio', CARDS.challenge);
    await challengeFrame(page).getByRole('button', { name: 'Não reconheço' }).click();
    await expect(page.getByText('não confirmou que é você').first()).toBeVisible({
      timeout: 30_000,
    });
    await press(wallet);
    await challengeFrame(page).getByRole('button', { name: 'Confirmar compra' }).click();
    await expect(walletButton(page)).toContainText('R$ 50,00', { timeout: 30_000 });
    // Nothing of the card stays in the page.
    await expect(page.locator('[class^=bpmpi_]')).toHaveCount(0);

    await open(page, '/');
    await press(await openWallet(page));
    const again = page.getByRole('dialog', { name: 'Digite o número do cartão' });
    await again.getByLabel('Número do cartão').fill('5448280000000007');
    await again.getByRole('button', { name: 'Continuar' }).click();
    await expect(again.getByText('Este não é o número')).toBeVisible();
    await again.getByLabel('Número do cartão').fill(CARDS.challenge);
    await again.getByRole('button', { name: 'Continuar' }).click();
    await challengeFrame(page).getByRole('button', { name: 'Confirmar compra' }).click();
    await expect(walletButton(page)).toContainText('R$ 100,00', { timeout: 30_000 });
  },
);
