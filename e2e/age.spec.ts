// A visitor from Brazil proves their age without an account and comes back to the page they wanted:
// with the wallet of the sandbox, and with a wallet of another hand that reads the code on the
// screen.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, test } from '@playwright/test';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type ForeignWallet, startForeignWallet } from '../api/testing/age/wallet-orders.ts';
import { ready, runCommand } from './people.ts';
import { violations } from './violations.ts';

/** How long the application remembers the issuers that it trusts (api/platform/age/open.ts). */
const ISSUERS_KEPT_MS = 5_000;

/** The operator trusts the issuer of a wallet's documents, after comparing its fingerprint. */
const trustIssuer = async (certificate: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-issuer-'));
  const file = join(folder, 'issuer.pem');
  await writeFile(file, certificate);
  const { fingerprint256 } = new X509Certificate(certificate);
  runCommand('wallet-issuers', 'add', 'av', file, fingerprint256);
  await rm(folder, { recursive: true });
};

/** What a camera reads in a picture of the page. */
const readCode = async (picture: Locator): Promise<string> => {
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
  const [code] = await readBarcodes(pixels as Parameters<typeof readBarcodes>[0], {
    formats: ['QRCode'],
  });
  return code?.text ?? '';
};

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

test.describe('a wallet of another hand', () => {
  let wallet: ForeignWallet;
  test.beforeAll(async () => {
    const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
    wallet = await startForeignWallet(new Date());
    await trustIssuer(wallet.anchors.av);
    await new Promise((resolve) => setTimeout(resolve, ISSUERS_KEPT_MS + 1));
  });
  test.afterAll(() => wallet.stop());

  test('a visitor shows the code at the gate to a wallet of another hand, and the page lets them in', async ({
    page,
    context,
  }) => {
    await page.goto('/irisveludo');
    await ready(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Você tem 18 anos ou mais?');
    await page.getByRole('link', { name: 'Carteira digital' }).click();
    await expect(page).toHaveURL(/\/account\/age\?returnTo=/);
    const way = page.getByRole('listitem').filter({ hasText: 'Carteira digital' });
    const other = way.getByRole('button', { name: 'Está em outro aparelho' });
    const code = way.getByRole('img');

    // A minor first: the same wallet, the same issuer.
    await other.click();
    await expect(code).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect((await wallet.answer(await readCode(code), { over: false })).status).toBe(200);
    await expect(way.getByRole('alert')).toHaveText('A resposta é que você tem menos de 18 anos.');
    expect((await context.cookies()).find(({ name }) => name === 'age')).toBeUndefined();

    await way.getByRole('button', { name: 'Tentar de novo' }).click();
    await other.click();
    await expect(code).toBeVisible();
    const link = await readCode(code);
    expect((await wallet.answer(link, { over: true })).status).toBe(200);
    await expect(page).toHaveURL(/\/irisveludo$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Íris Veludo/);
    const proof = (await context.cookies()).find(({ name }) => name === 'age');
    expect(proof).toMatchObject({ httpOnly: true, expires: -1 });
    // What was answered once is worth nothing afterwards.
    expect((await wallet.answer(link, { over: true })).status).not.toBe(200);
  });
});
