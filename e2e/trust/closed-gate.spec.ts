// The rules ask for a proof of age that nothing here can give: the team keeps its pages, where the
// owner changes the rules, and everyone else sees the gate. A server of its own, because the rules
// are those of everyone.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { freePort } from '../../api/platform/database/free-port.ts';
import { call, createAccount, createSession, makeAdmin, open, PASSWORD } from '../people.ts';

/** How long the application remembers the rules (api/platform/age/settings.ts). */
const RULES_KEPT_MS = 5_000;
const GATE = 'Você tem 18 anos ou mais?';

let server: ChildProcess;
let origin: string;
let home: string;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  home = mkdtempSync(join(tmpdir(), 'camarim-closed-'));
  server = spawn(process.execPath, ['tools/serve-fresh.mjs'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: '',
      E2E_HOME: home,
      CAMARIM_DEMO: 'false',
      CAPTCHA_COST: '100',
      LIVE_UDP_PORT: '0',
      TRUST_PROXY: 'loopback',
    },
  });
  await expect
    .poll(async () => (await fetch(`${origin}/readyz`).catch(() => null))?.ok ?? false, {
      timeout: 240_000,
    })
    .toBe(true);
});
test.afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
});
test.use({ baseURL: async ({ browserName: _any }, use) => use(origin) });

const gate = (page: Page) => page.getByRole('heading', { name: GATE });

test(
  'an owner changes rules that no verifier meets, where a member sees the gate',
  { tag: '@slow' },
  async ({ page, context, browser }) => {
    await createAccount(context, 'dona');
    makeAdmin('dona', 'owner', home);
    await createSession(context, 'dona', PASSWORD);
    const { version } = (await call(context, 'GET', '/dsb/age-settings')) as { version: number };
    await call(context, 'PUT', '/dsb/age-settings', {
      version,
      reason: 'só um provedor, que ainda não temos',
      rules: [{ country: '*', requires: 'verified', proofSeconds: 3_600, methods: ['outro'] }],
    });
    await page.waitForTimeout(RULES_KEPT_MS + 1);

    // Where a log-in leads there is the gate, and a link to what is not behind it.
    await open(page, '/');
    await expect(gate(page)).toBeVisible();
    await expect(
      page.getByText('este site ainda não oferece uma forma de comprovar'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Visão geral' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visão geral');
    await open(page, '/dsb/todo');
    await expect(gate(page)).toHaveCount(0);
    await expect(page.getByRole('main')).toBeVisible();

    const other = await browser.newContext({ baseURL: origin });
    await createAccount(other, 'fulana');
    const theirs = await other.newPage();
    for (const path of ['/', '/dsb', '/dsb/age-settings']) {
      await open(theirs, path);
      await expect(gate(theirs)).toBeVisible();
      await expect(theirs.locator('#content')).toBeHidden();
    }
    await other.close();

    await open(page, '/dsb/age-settings');
    await page.getByRole('button', { name: 'Editar Todos os outros lugares' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('O que o lugar pede').selectOption('declaration');
    await dialog.getByRole('button', { name: 'Guardar lugar' }).click();
    await page.getByLabel('Motivo da mudança (fica no registro)').fill('uma declaração basta aqui');
    await page.getByRole('button', { name: 'Pôr em vigor' }).click();
    await expect(page.getByText('As novas regras estão em vigor.').first()).toBeVisible();
    await page.waitForTimeout(RULES_KEPT_MS + 1);
    await open(page, '/');
    await expect(gate(page)).toHaveCount(0);
  },
);
