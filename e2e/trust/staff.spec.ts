// A team of the operator: invited by email, each with a second factor and the rights of their role.
// A server of its own, where money that goes out needs a second person.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { DAY_MS } from '../../contract/time.ts';
import { freePort } from '../../api/platform/database/free-port.ts';
import {
  call,
  captchaOf,
  createAccount,
  createSession,
  loseSession,
  open,
  openInbox,
  PASSWORD,
} from '../people.ts';
import { violations } from '../violations.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What Íris Veludo cashes out, whose earnings the demo has released. */
const VALUE = 30_000;
const LIMIT = 20_000;
const READY = 'the demo is ready';

let server: ChildProcess;
let origin: string;
let home: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  home = mkdtempSync(join(tmpdir(), 'camarim-team-'));
  server = spawn(process.execPath, ['tools/serve-fresh.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: '',
      E2E_HOME: home,
      CAMARIM_DEMO: 'small',
      CAPTCHA_COST: '100',
      LIVE_UDP_PORT: '0',
      TRUST_PROXY: 'loopback',
      ADMIN_SECOND_FACTOR: 'true',
      ADMIN_SECOND_PERSON: 'true',
      ADMIN_SECOND_PERSON_FROM_CENTAVOS: String(LIMIT),
    },
  });
  if (!server.stdout) throw new Error('the server says nothing');
  const ready = Promise.withResolvers<void>();
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (line.includes(READY)) ready.resolve();
  });
  await ready.promise;
});
test.afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
});

/** Shifts the clock of a command by these days: an installation that began in another month. */
const daysAgo = (days: number): string =>
  `data:text/javascript,${encodeURIComponent(`
    const Now = Date, ago = ${days * DAY_MS};
    globalThis.Date = class extends Now {
      constructor(...at) { at.length > 0 ? super(...at) : super(Now.now() - ago); }
      static now() { return Now.now() - ago; }
    };`)}`;

const appointOwner = (username: string): void =>
  void execFileSync(
    'node',
    ['--import', daysAgo(45), 'api/commands/make-admin.ts', username, '--role', 'owner'],
    { cwd: ROOT, env: { ...process.env, CAMARIM_HOME: home } },
  );

const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + stepsAhead * 30_000,
  });

/** Sets up codes of an app and logs in with one. */
const secure = async (context: BrowserContext, username: string): Promise<void> => {
  const { secret } = (await call(context, 'POST', '/auth/second-factor/totp')) as {
    secret: string;
  };
  await call(context, 'PUT', '/auth/second-factor/totp', { code: codeOf(secret) });
  await context.clearCookies({ name: /^(token|refreshToken|userId)$/ });
  const reply = await context.request.post('/api/auth', {
    headers: { 'x-origin': 'CAM' },
    data: { username, password: PASSWORD, recapcha: await captchaOf(context) },
  });
  const { code, data } = (await reply.json()) as { code: string; data: { ticket: string } };
  expect(code).toBe('auth.secondFactorRequired');
  await call(context, 'POST', '/auth/second-factor', {
    ticket: data.ticket,
    code: codeOf(secret, 1),
  });
};

const newPage = async (browser: Browser): Promise<Page> =>
  (
    await browser.newContext({ baseURL: origin, locale: 'pt-BR', reducedMotion: 'reduce' })
  ).newPage();

const invite = async (owner: Page, email: string, role: string): Promise<void> => {
  const main = owner.getByRole('main');
  await main.getByLabel('E-mail').fill(email);
  await main.getByLabel('Papel', { exact: true }).selectOption({ label: role });
  await main.getByRole('button', { name: 'Convidar', exact: true }).click();
  await expect(main.getByText(email)).toBeVisible();
};

/** The path of the link in the invitation to this address. */
const linkTo = async (browser: Browser, email: string): Promise<string> => {
  const inbox = await newPage(browser);
  const link = inbox.locator(`article:has-text("${email}") a[href*="/account/team"]`).first();
  await expect(async () => {
    await openInbox(inbox, home);
    await expect(link).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  const { pathname, hash } = new URL((await link.getAttribute('href')) ?? '');
  await inbox.context().close();
  return `${pathname}${hash}`;
};

/** An invited person accepts by the link, and sees nothing before the second factor. */
const acceptInvitation = async (
  browser: Browser,
  username: string,
  role: string,
): Promise<Page> => {
  const page = await newPage(browser);
  await createAccount(page.context(), username);
  await open(page, await linkTo(browser, `${username}@example.com`));
  await page.getByRole('button', { name: 'Aceitar o convite' }).click();
  await expect(page.getByText(`Seu papel: ${role}.`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Configurar a segunda etapa' }).click();
  await expect(page).toHaveURL(/\/settings\/security$/);
  await expect(call(page.context(), 'GET', '/dsb/team')).rejects.toThrow('answered 403');
  await page.goto('about:blank');
  await secure(page.context(), username);
  return page;
};

const waitingCashOut = async (page: Page) => {
  await open(page, '/dsb/transactions');
  const queue = page.getByRole('region', { name: 'Saques para conferir' });
  await expect(queue.getByText('R$ 300,00')).toBeVisible();
  return queue;
};

test(
  'an invited team decides with two people on money, answers tickets, and an owner makes a pack',
  { tag: '@slow' },
  async ({ browser }) => {
    test.setTimeout(480_000);
    const owner = await newPage(browser);
    await createAccount(owner.context(), 'dona');
    appointOwner('dona');
    await secure(owner.context(), 'dona');

    const [first, second, support, reader] =
      await test.step('the owner invites four people, and they join by their links', async () => {
        await open(owner, '/dsb/team');
        for (const [name, role] of [
          ['financa1', 'Financeiro'],
          ['financa2', 'Financeiro'],
          ['atende', 'Atendimento'],
          ['leitora', 'Somente leitura'],
        ] as const)
          await invite(owner, `${name}@example.com`, role);
        expect(await violations(owner)).toEqual([]);
        return [
          await acceptInvitation(browser, 'financa1', 'Financeiro'),
          await acceptInvitation(browser, 'financa2', 'Financeiro'),
          await acceptInvitation(browser, 'atende', 'Atendimento'),
          await acceptInvitation(browser, 'leitora', 'Somente leitura'),
        ] as const;
      });

    const creator = await newPage(browser);
    await createSession(creator.context(), 'irisveludo');
    const status = async () =>
      ((await call(creator.context(), 'GET', '/funds/cash-outs')) as { status: string }[])[0]
        ?.status;

    await test.step('a cash-out above the limit waits until a second person approves it', async () => {
      await call(creator.context(), 'POST', '/funds/cash-outs', { value: VALUE });
      expect(await status()).toBe('requested');
      const seen = await waitingCashOut(reader);
      await expect(seen.getByRole('button', { name: 'Aprovar', exact: true })).toHaveCount(0);

      const queue = await waitingCashOut(first);
      expect(await violations(first)).toEqual([]);
      await expect(queue.getByText('Duas pessoas da equipe precisam aprovar')).toBeVisible();
      await queue.getByRole('button', { name: 'Aprovar', exact: true }).click();
      await expect(queue.getByText('Quem decide agora é outra pessoa.')).toBeVisible();
      await expect(queue.getByRole('button', { name: 'Aprovar', exact: true })).toHaveCount(0);
      expect(await status()).toBe('requested');

      const other = await waitingCashOut(second);
      await expect(other.getByText('@financa1; falta outra pessoa')).toBeVisible();
      await other.getByRole('button', { name: 'Aprovar', exact: true }).click();
      await expect(other).toBeHidden();
      await expect.poll(status, { timeout: 60_000 }).toBe('paid');
    });

    await test.step('support answers a ticket and may not see money', async () => {
      await loseSession(creator);
      await createSession(creator.context(), 'davi');
      await call(creator.context(), 'POST', '/profiles/help', {
        message: 'Onde vejo meus recibos?',
      });
      await open(support, '/dsb/help');
      const ticket = support.getByRole('article').filter({ hasText: 'Onde vejo meus recibos?' });
      await ticket.getByRole('textbox').fill('Na carteira, em pagamentos.');
      expect(await violations(support)).toEqual([]);
      await ticket.getByRole('button', { name: 'Responder' }).click();
      await expect(ticket).toBeHidden();
      await expect(support.getByRole('link', { name: 'Movimentos' })).toHaveCount(0);
      await open(support, '/dsb/transactions');
      await expect(
        support.getByText('Sua função na equipe não dá acesso a esta página'),
      ).toBeVisible();
      await expect(call(support.context(), 'GET', '/dsb/transactions')).rejects.toThrow(
        'answered 403',
      );
    });

    await test.step('the owner makes the pack of a month, and the published program verifies it', async () => {
      await open(owner, '/dsb/packs');
      const main = owner.getByRole('main');
      await main.getByRole('button', { name: 'Gerar o pacote' }).click();
      const file = main.getByRole('link', { name: /^Baixar \d{4}-\d{2}$/ });
      await expect(async () => {
        await open(owner, '/dsb/packs');
        await expect(file).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 60_000 });
      expect(await violations(owner)).toEqual([]);
      const save = async (link: typeof file): Promise<string> => {
        const [download] = await Promise.all([owner.waitForEvent('download'), link.click()]);
        const path = join(home, download.suggestedFilename());
        await download.saveAs(path);
        return path;
      };
      const pack = await save(file);
      const program = await save(main.getByRole('link', { name: 'Baixar verify-pack.mjs' }));
      const key =
        (await main
          .getByText(/^Chave pública/)
          .locator('code')
          .textContent()) ?? '';
      const verify = (path: string) =>
        execFileSync('node', [program, path, '--key', key], { stdio: 'pipe' }).toString();
      expect(verify(pack)).toBe('Untouched, and signed.\n');
      const changed = readFileSync(pack);
      changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
      const path = join(home, 'changed.zip');
      writeFileSync(path, changed);
      expect(() => verify(path)).toThrow();
    });
    for (const page of [owner, first, second, support, reader, creator])
      await page.context().close();
  },
);
