// The screens of a show at the sizes of phones, held upright and on their side, of tablets and of
// monitors, in both themes and three languages: axe finds nothing, nothing is wider than the
// window, and each control can be pressed.
import { expect, type Page, test } from '@playwright/test';
import { call, enterSite, ready } from '../people.ts';
import { RULES_OF_COLOR, violations } from '../violations.ts';
import {
  endOldShow,
  enterFan,
  enterProducer,
  seesPicture,
  setCamera,
  setGoal,
  startParty,
  startPrivateShow,
  WITH_CAMERA,
} from './shows.ts';

test.use({ launchOptions: WITH_CAMERA });

const SIZES = [
  { width: 360, height: 780, locale: 'pt' },
  { width: 740, height: 360, locale: 'en' },
  { width: 768, height: 1_024, locale: 'es' },
  { width: 1_440, height: 900, locale: 'pt' },
];
const PRICE = 500;

/** Names of what can be pressed or written in, but not reached by scrolling to it. */
const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const scope = document.querySelector('dialog[open]') ?? document.querySelector('main');
    for (const node of scope?.querySelectorAll('a[href], button, input, select, textarea') ?? []) {
      // A hidden input is pressed by its label.
      const pressed = (node instanceof HTMLInputElement && node.labels?.[0]) || node;
      if (!pressed.checkVisibility({ visibilityProperty: true })) continue;
      pressed.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, top, width, height } = pressed.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!at || !(pressed.contains(at) || at.contains(pressed)))
        found.push(node.getAttribute('aria-label') ?? node.textContent ?? node.tagName);
    }
    return found;
  });

const wider = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** `arrive`: the screen is there again after a load in another language. */
const check = async (page: Page, name: string, arrive: () => Promise<unknown>): Promise<void> => {
  for (const { width, height, locale } of SIZES) {
    const where = `${name} ${width}x${height} ${locale}`;
    await page.setViewportSize({ width, height });
    await page.context().addCookies([{ name: 'locale', value: locale, url: page.url() }]);
    await page.reload();
    await ready(page);
    await arrive();
    expect.soft(await wider(page), where).toBe(0);
    expect.soft(await unreachable(page), where).toEqual([]);
    expect.soft(await violations(page), where).toEqual([]);
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
    expect.soft(await violations(page, RULES_OF_COLOR), `${where} light`).toEqual([]);
  }
};

const MINE = 'video';
/** The camera is turned on at each load. */
const turnOn = (page: Page) => async () => {
  await page
    .getByRole('button', { name: /^(Ligar a câmera|Turn on the camera|Encender la cámara)$/ })
    .first()
    .click();
  await moves(page)();
};
const moves = (page: Page) => () =>
  expect
    .poll(() =>
      page
        .locator(MINE)
        .first()
        .evaluate((video: HTMLVideoElement) => video.videoWidth),
    )
    .toBeGreaterThan(0);

test(
  'the screens of a show fit phones, tablets and monitors in both themes and three languages',
  { tag: '@slow' },
  async ({ browser }) => {
    test.setTimeout(600_000);
    const username = `telas${Date.now() % 1_000_000}`;
    const creator = await enterProducer(browser, username);
    await setGoal(creator, username, 'Uma canção ao violão');
    await call(creator.context(), 'POST', '/lives/room/menu', { label: 'Cantar', price: 500 });
    await creator.goto('/live');
    await check(creator, 'setup', turnOn(creator));

    await setCamera(creator, {
      partyCharge: 'minute',
      partyPricePerMinute: PRICE,
      privatePricePerMinute: PRICE,
      partyCalls: true,
      reverseCamera: true,
      spyPricePerMinute: 100,
      recorded: true,
    });
    await creator.context().addCookies([{ name: 'locale', value: 'pt', url: creator.url() }]);
    await startParty(creator, 'Sexta à noite, com violão e conversa');
    const fan = await enterFan(browser, 'tela', 50_000);
    await fan.goto(`/${username}/live`);
    const entry = fan.getByRole('button', {
      name: /^(Entrar no show|Enter the show|Entrar al show)/,
    });
    await check(fan, 'entry', () => expect(entry).toBeVisible());
    await entry.click();
    await check(fan, 'watching', () => seesPicture(fan, /^Show/));
    await check(creator, 'on air', moves(creator));

    await startPrivateShow(creator, fan, username);
    await fan.goto(`/${username}/live`);
    // An accepted call waits a minute for its caller, which the checks of an entry may take.
    await entry.click();
    await check(fan, 'private', moves(fan));
    await check(creator, 'private on air', moves(creator));
  },
);

const idOf = async (page: Page): Promise<string> =>
  ((await call(page.context(), 'GET', '/auth')) as { profile: { id: string } }).profile.id;
const showOf = async (page: Page, username: string): Promise<string> =>
  ((await call(page.context(), 'GET', `/lives/${username}`)) as { id: string }).id;
const LONG_LABEL = 'umrotulosemespacos'.repeat(2);

/** The rules of the room, in a show of one's own. */
const openRules = async (page: Page): Promise<void> => {
  await moves(page)();
  await page.getByRole('button', { name: /^(Mais opções|More options|Más opciones)/ }).click();
  await page
    .getByRole('menuitem', { name: /^(Regras da conversa|Chat rules|Reglas del chat)$/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toBeVisible();
};

test(
  'cards before and during a show and the rules of its room fit in both themes and three languages',
  { tag: '@slow' },
  async ({ browser }) => {
    test.setTimeout(600_000);
    const username = `cartao${Date.now() % 1_000_000}`;
    const creator = await enterProducer(browser, username);
    await setCamera(creator, {
      partyCalls: true,
      privatePricePerMinute: PRICE,
      spyPricePerMinute: 100,
    });
    await startParty(creator, `Sexta à noite ${LONG_LABEL}`);
    const [fan, caller] = [
      await enterFan(browser, 'cartao', 50_000),
      await enterFan(browser, 'chama', 50_000),
    ];

    const visitor = await (await browser.newContext()).newPage();
    await enterSite(visitor, `/${username}/live`);
    const join = visitor.getByRole('button', {
      name: /^(Entrar para assistir|Join to watch|Entrar para mirar)$/,
    });
    await check(visitor, 'join', () => expect(join).toBeVisible());

    await fan.goto(`/${username}/live`);
    await seesPicture(fan);
    const party = `/lives/${await showOf(fan, username)}`;
    await call(creator.context(), 'PUT', `${party}/restrictions/${await idOf(fan)}`, {
      kind: 'mute',
    });
    await check(creator, 'rules', () => openRules(creator));

    const titled = (words: RegExp) => () =>
      expect(fan.getByRole('heading', { name: words })).toBeVisible();
    await call(creator.context(), 'PUT', `${party}/pause`, { on: true });
    await check(fan, 'break', titled(/fez uma pausa$|takes a break$|hizo una pausa$/));
    await call(creator.context(), 'PUT', `${party}/pause`, { on: false });

    await startPrivateShow(creator, caller, username);
    await caller.goto(`/${username}/live`);
    await caller.getByRole('button', { name: 'Entrar no show' }).click();
    await seesPicture(caller);
    await check(
      fan,
      'paused',
      titled(/em um show privado$|in a private show$|en un show privado$/),
    );
    await check(fan, 'spy', async () => {
      await fan.getByRole('button', { name: /^(Espiar sem|Spy without|Espiar sin)/ }).click();
      await expect(fan.getByRole('button', { name: /^(Espiar|Spy)$/ })).toBeVisible();
    });
  },
);

test(
  'each tab of the settings of shows fits in both themes and three languages',
  { tag: '@slow' },
  async ({ browser }) => {
    test.setTimeout(600_000);
    const username = `abas${Date.now() % 1_000_000}`;
    const creator = await enterProducer(browser, username);
    const make = (method: 'POST' | 'PUT', path: string, body: object = {}) =>
      call(creator.context(), method, path, body);
    await setCamera(creator, { recorded: true });
    await make('POST', '/lives/room/menu', { label: `Cantar ${LONG_LABEL}`, price: PRICE });
    await make('POST', '/lives/ingest/keys', { label: LONG_LABEL });
    await make('POST', '/overlays/links', { label: LONG_LABEL });
    await startParty(creator, `Sexta à noite ${LONG_LABEL}`);
    const fan = await enterFan(browser, 'aba', 5_000);
    await fan.goto(`/${username}/live`);
    await seesPicture(fan);
    const [party, id] = [`/lives/${await showOf(fan, username)}`, await idOf(fan)];
    await make('PUT', `/lives/room/moderators/${id}`);
    await make('PUT', `${party}/restrictions/${id}`, { kind: 'mute' });
    await make('PUT', `${party}/restrictions/${id}`, { kind: 'banForGood' });
    await endOldShow(creator, username);

    for (const tab of ['menu', 'programs', 'overlays', 'moderation', 'recordings', 'past']) {
      await creator.goto(`/options/shows?tab=${tab}`);
      await check(creator, tab, async () => {
        await expect(creator.getByRole('main').getByRole('listitem').first()).toBeVisible();
        await expect(creator.locator('[aria-busy=true]')).toHaveCount(0);
      });
    }
  },
);
