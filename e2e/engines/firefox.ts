// Drives Debian's Firefox by WebDriver BiDi: Playwright knows only a Firefox of its own, which no
// package registry has.
import { existsSync } from 'node:fs';
import { type APIRequestContext, expect } from '@playwright/test';
import { bankUrl, createSession } from '../people.ts';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';

/** Path of Firefox on this machine; FIREFOX names another one. */
const findFirefox = (): string => {
  const found = [
    process.env['FIREFOX'],
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ].find((path) => path !== undefined && existsSync(path));
  if (!found)
    throw new Error('There is no Firefox on this machine. Debian: apt-get install firefox-esr');
  return found;
};

/** Preferences of about:config. */
type Preferences = Record<string, string | number | boolean>;

export const openFirefox = (preferences: Preferences = {}): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'pt-BR, pt', ...preferences },
  });

const FOUND_WITHIN_MS = 60_000;

/**
 * Presses the last of the visible buttons or links with the name. Names are compared with plain
 * spaces. Firefox finds nothing by its accessibility tree once a dialog was open, so the names are
 * read here.
 */
export const press = async (page: Page, name: string | RegExp, within = 'body'): Promise<void> => {
  const source = typeof name === 'string' ? `^${RegExp.escape(name)}$` : name.source;
  // An element that is drawn again between the two is looked for again.
  await expect(async () => {
    const found = await page.evaluateHandle(
      (pattern, scope) =>
        [...document.querySelectorAll<HTMLElement>(`:is(${scope}) :is(button, a[href], label)`)]
          .filter((element) => element.checkVisibility() && !element.matches(':disabled'))
          .findLast(({ ariaLabel, innerText }) =>
            new RegExp(pattern).test((ariaLabel ?? innerText).replaceAll(/\s+/g, ' ').trim()),
          ),
      source,
      within,
    );
    const element = found.asElement();
    expect(element, `a button or link named ${name}`).not.toBeNull();
    await (element as ElementHandle<Element>).click();
  }).toPass({ timeout: FOUND_WITHIN_MS });
};

/** The dialog that is open. */
export const DIALOG = ':is(dialog, [role=dialog])';

/** Signs in without a page: the page gets the cookies of the session. */
export const signIn = async (
  page: Page,
  session: APIRequestContext,
  username: string,
): Promise<void> => {
  await createSession({ request: session }, username);
  const { cookies } = await session.storageState();
  await page.browserContext().setCookie(
    ...cookies.map(({ name, value, domain, path, httpOnly, secure, sameSite }) => ({
      name,
      value,
      domain,
      path,
      httpOnly,
      secure,
      sameSite,
    })),
  );
};

/** Types like a person: `fill` of the protocol sets values that React does not notice. */
export const typeInto = async (page: Page, selector: string, text: string): Promise<void> => {
  await expect(() => page.locator(selector).setTimeout(5_000).click()).toPass({
    timeout: FOUND_WITHIN_MS,
  });
  await page.keyboard.type(text);
};

export const waitForText = async (page: Page, text: string): Promise<void> => {
  await page.waitForSelector(`::-p-text(${text})`, { visible: true, timeout: FOUND_WITHIN_MS });
};

/** Waits until the header shows the balance, given without its currency. */
export const waitForBalance = async (page: Page, amount: string): Promise<void> => {
  const header = () => page.$eval('header', ({ textContent }) => textContent);
  await expect.poll(header, { timeout: FOUND_WITHIN_MS }).toContain(amount);
};

/** Pastes the code at the stand-in of the bank and pays. */
export const payAtBank = async (page: Page, code: string): Promise<void> => {
  const bank = await page.browserContext().newPage();
  await bank.goto(bankUrl);
  await typeInto(bank, 'textarea, input[type=text]', code);
  await press(bank, 'Continuar');
  await press(bank, 'Pagar');
  await waitForText(bank, 'Volte ao aplicativo');
  await bank.close();
  await page.bringToFront();
};

/** What the page's scripts threw, and what its content security policy refused. */
export const faultsOf = (page: Page): string[] => {
  const faults: string[] = [];
  page.on('pageerror', (error) => {
    // The page has shown a refusal of the API; the driver reports it although it was handled.
    if (!String(error).includes('ApiError')) faults.push(String(error));
  });
  page.on('console', (message) => {
    if (/Content[- ]Security[- ]Policy|Hydration|hydrat/i.test(message.text()))
      faults.push(message.text());
  });
  return faults;
};

/** The paths of the documents that the page asks for. */
export const documentsOf = (page: Page): string[] => {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      documents.push(new URL(request.url()).pathname);
  });
  return documents;
};

/** Answers the requests of the page whose path matches. */
export const answer = async (
  page: Page,
  path: RegExp,
  reply: () => Promise<'missing' | 'as usual'>,
): Promise<void> => {
  await page.setRequestInterception(true);
  page.on('request', async (request) => {
    const replied = path.test(new URL(request.url()).pathname) ? await reply() : 'as usual';
    // A page that was left has no requests to continue.
    await (
      replied === 'missing' ? request.respond({ status: 404, body: '' }) : request.continue()
    ).catch(() => {});
  });
};

/** Long enough for another reload to begin. */
const CALM_MS = 2_000;

/** The documents that the page asked for, once no more come. */
export const settled = async (documents: string[]): Promise<string[]> => {
  let before = -1;
  await expect(async () => {
    const grew = documents.length !== before;
    before = documents.length;
    if (grew) await new Promise((resolve) => setTimeout(resolve, CALM_MS));
    expect(documents.length).toBe(before);
  }).toPass({ timeout: 5 * CALM_MS });
  return documents;
};
