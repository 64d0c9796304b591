// Takes the pictures of the product for README and for reviews: `npm run screenshots [-- FOLDER]`,
// from a fresh home and the demo.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { DEMO_PASSWORD } from '../api/demo/cast.ts';
import { chromiumLaunch } from './chromium.mjs';

const ROOT = join(import.meta.dirname, '..');
const PORT = Number(process.env['PORT'] ?? 3_900);
const BASE = `http://localhost:${PORT}`;
const SETTLE_MS = 15_000;
const STEP_MS = 180_000;
const WIDTHS = [360, 768, 1_440] as const;
const THEMES = ['dark', 'light'] as const;
/** What README shows; a review gets everything. */
const SHOWN = new Set([
  'home-1440-dark',
  'profile-1440-dark',
  'wallet-1440-dark',
  'home-360-light',
  'profile-360-dark',
  'wallet-360-dark',
]);

const folder = process.argv[2] ?? join(ROOT, 'docs/pictures');
const everything = process.argv[2] !== undefined;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

type Screenshot = {
  name: string;
  signedIn: 'fan' | 'producer' | null;
  open: (page: Page) => Promise<void>;
};

const SCREENSHOTS: readonly Screenshot[] = [
  { name: 'home', signedIn: null, open: async (page) => void (await page.goto('/')) },
  { name: 'profile', signedIn: null, open: async (page) => void (await page.goto('/irisveludo')) },
  { name: 'feed', signedIn: 'fan', open: async (page) => void (await page.goto('/')) },
  { name: 'wallet-page', signedIn: 'fan', open: async (page) => void (await page.goto('/wallet')) },
  {
    name: 'wallet',
    signedIn: 'fan',
    open: async (page) => {
      await page.goto('/wallet');
      await page.getByRole('main').getByRole('button', { name: 'Adicionar saldo' }).first().click();
      await page
        .getByRole('group', { name: 'Como pagar' })
        .getByText('Pix', { exact: true })
        .click();
      await page.getByRole('button', { name: 'Gerar o código Pix' }).click();
      await page.getByRole('img', { name: /QR/ }).waitFor();
    },
  },
  {
    name: 'earnings',
    signedIn: 'producer',
    open: async (page) => void (await page.goto('/earnings')),
  },
  { name: 'publish', signedIn: 'producer', open: async (page) => void (await page.goto('/posts')) },
];

/** What the log says when the last of the demo is there (api/demo/seed.ts). */
const READY = 'the demo is ready';

/**
 * Starts the application on a fresh home and waits until the demo is whole, however slow the
 * machine. The small demo has everything that README shows and far fewer pictures and videos to
 * encode.
 */
const serve = async (): Promise<ChildProcess> => {
  say('Waiting for the demo...');
  const demo = everything ? {} : { CAMARIM_DEMO: 'small' };
  const server = spawn(process.execPath, [join(ROOT, 'tools/serve-fresh.mjs')], {
    env: { ...demo, ...process.env, PORT: String(PORT) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (line.includes(READY)) resolve();
    });
    server.once('exit', () => reject(new Error('the application ended before the demo was ready')));
  });
  // Pictures of the last posts may still be in work.
  await sleep(SETTLE_MS);
  return server;
};

const newPage = async (
  browser: Browser,
  width: number,
  theme: string,
  signedIn: Screenshot['signedIn'],
): Promise<Page> => {
  const phone = width < 600;
  const context = await browser.newContext({
    baseURL: BASE,
    viewport: { width, height: phone ? 780 : 900 },
    deviceScaleFactor: phone ? 2 : 1,
    isMobile: phone,
    hasTouch: phone,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  await context.addCookies([{ name: 'theme', value: theme, url: BASE }]);
  // A busy machine may take longer than the half minute that Playwright waits.
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: /Tenho 18 anos/ }).click();
  await page.getByRole('button', { name: 'Só os essenciais' }).click();
  // Both answers are stored before the next page is asked for.
  await page.waitForLoadState('networkidle');
  if (signedIn) {
    await page.goto('/?dialog=login');
    await page.getByLabel(/usuário/i).fill(signedIn === 'fan' ? 'davi' : 'irisveludo');
    await page.getByLabel('Senha', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
  }
  return page;
};

const take = async (
  browser: Browser,
  look: Screenshot,
  width: number,
  theme: string,
  folder: string,
): Promise<void> => {
  const page = await newPage(browser, width, theme, look.signedIn);
  await look.open(page);
  await page.waitForLoadState('networkidle');
  await sleep(700);
  const png = await page.screenshot();
  await sharp(png)
    .webp({ quality: 82 })
    .toFile(join(folder, `${look.name}-${width}-${theme}.webp`));
  await page.context().close();
  say(`${look.name}-${width}-${theme}`);
};

await mkdir(folder, { recursive: true });
const server = await serve();
const browser = await chromium.launch(chromiumLaunch());
try {
  const wanted = SCREENSHOTS.flatMap((look) =>
    WIDTHS.flatMap((width) => THEMES.map((theme) => ({ look, width, theme }))),
  );
  for (const { look, width, theme } of wanted) {
    if (everything || SHOWN.has(`${look.name}-${width}-${theme}`))
      await take(browser, look, width, theme, folder);
  }
} finally {
  await browser.close();
  server.kill('SIGTERM');
}
