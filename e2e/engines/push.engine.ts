// Firefox subscribes to Web Push at a push service on this machine and shows what arrives. Chromium
// subscribes nowhere but at Google's service.
import { type APIRequestContext, expect, request, test } from '@playwright/test';
import type { Browser, Page } from 'puppeteer-core';
import { call, createSession } from '../people.ts';
import { openFirefox, press, signIn, waitForText } from './firefox.ts';
import { type PushService, startPushService } from './push-service.ts';

let service: PushService;
let session: APIRequestContext;
let fan: { request: APIRequestContext };
let browser: Browser;
test.beforeAll(async ({ baseURL }) => {
  service = await startPushService(Number(process.env['E2E_PUSH_PORT']));
  session = await request.newContext({ baseURL: baseURL ?? '' });
  fan = { request: await request.newContext({ baseURL: baseURL ?? '' }) };
  await createSession(fan, 'davi');
  browser = await openFirefox({
    'dom.push.serverURL': service.socketUrl,
    'dom.push.testing.allowInsecureServerURL': true,
    'dom.push.connection.enabled': true,
    'permissions.default.desktop-notification': 1,
    // A machine for tests has no desktop that could show notifications: Firefox shows its own.
    'alerts.useSystemBackend': false,
  });
});
test.afterAll(async () => {
  await browser.close();
  await Promise.all([session.dispose(), fan.request.dispose()]);
  await service.close();
});

const WITHIN_MS = 60_000;

/** What the browser shows of this site. */
const shownIn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body }) => ({ title, body }));
  });

test('Firefox subscribes by one press, shows what arrives while no page is open, and unsubscribes', async ({
  baseURL,
}) => {
  const settings = `${baseURL}/settings/notifications`;
  const page = await browser.newPage();
  await signIn(page, session, 'irisveludo');
  await page.goto(settings);
  await press(page, 'Ligar neste aparelho');
  await waitForText(page, 'Desligar neste aparelho');
  await waitForText(page, 'Firefox');
  expect(service.channels()).toBe(1);
  await page.goto('about:blank');

  const { id } = (await call(fan, 'GET', '/publics/profiles/irisveludo')) as { id: string };
  await call(fan, 'POST', '/funds/tips', { toProfileId: id, value: 500, message: 'Segredo' });
  await expect.poll(() => service.acknowledged, { timeout: WITHIN_MS }).toEqual([100]);
  const [message] = service.posted;
  expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  expect(message?.headers.authorization).toMatch(/^vapid t=/);

  await page.goto(settings);
  // Nothing on a lock screen says what it is about, unless the person has chosen details.
  const title: unknown = expect.stringMatching(/^Você tem (uma novidade|\d+ novidades)\.$/);
  await expect.poll(() => shownIn(page), { timeout: WITHIN_MS }).toEqual([{ title, body: '' }]);

  await press(page, 'Desligar neste aparelho');
  await waitForText(page, 'Ligar neste aparelho');
  expect(service.channels()).toBe(0);
});
