// A creator broadcasts by a program such as OBS: it sends by WHIP with an ingest key. The page of
// the creator leaves its picture alone, fans watch it and fill a goal, and the recording is sold.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { call, createAccount, demoPost, open, topUp } from '../people.ts';
import { violations } from '../violations.ts';
import { createProgram } from './programs.ts';
import { endOldShow, enter, fillGoal, seesPicture, setGoal, WITH_CAMERA } from './shows.ts';

test.use({ launchOptions: WITH_CAMERA });

const CREATOR = 'liasolar';
const LABEL = 'OBS de casa';
const GOAL = 'Um bis';

const SETTINGS = {
  partyCharge: 'free',
  partyPricePerMinute: null,
  ticketPrice: null,
  groupSize: null,
  privatePricePerMinute: null,
  minimumMinutes: 1,
  spyPricePerMinute: null,
  reverseCamera: false,
  recorded: true,
  pausesParty: true,
  entry: 'everyone',
  entryListId: null,
  entrySpentAtLeast: null,
};

/** A fan with money for tips. */
const joinFan = async (browser: Parameters<typeof enter>[0], name: string): Promise<Page> => {
  const context = await browser.newContext();
  await createAccount(context, `${name}${Date.now() % 1_000_000}`);
  await topUp(context, 5_000);
  return context.newPage();
};

const timeOf = (post: Locator) =>
  post
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime);

test(
  'a show sent by a program is watched and tipped, and its recording trimmed and sold',
  { tag: '@slow' },
  async ({ browser, baseURL }) => {
    test.setTimeout(300_000);
    const creator = await enter(browser, CREATOR);
    await endOldShow(creator, CREATOR);
    await call(creator.context(), 'POST', '/profiles/settings-cam', SETTINGS);
    await setGoal(creator, CREATOR, GOAL);
    const [fan, other] = await Promise.all([joinFan(browser, 'obs'), joinFan(browser, 'plateia')]);
    const connect = await createProgram(creator.context(), {
      baseURL: baseURL ?? '',
      label: LABEL,
    });
    const program = await connect();

    await test.step('the page of the creator says what sends the show, and two fans see its picture', async () => {
      await open(creator, '/live');
      await expect(creator.getByText(`Este show é transmitido por ${LABEL}`)).toBeVisible();
      await expect(creator.getByText('AO VIVO', { exact: true }).last()).toBeVisible();
      for (const page of [fan, other]) {
        await page.goto(`/${CREATOR}/live`);
        await seesPicture(page);
      }
      // The pattern of the program is 320 × 240; the camera of the browser is larger.
      await expect(fan.getByLabel(/^Show de /)).toHaveJSProperty('videoWidth', 320);
      await expect(creator.getByText('2 pessoas assistindo')).toBeAttached();
      for (const page of [creator, fan]) expect(await violations(page)).toEqual([]);
    });

    await test.step('a tip fills the goal in front of everyone', () =>
      fillGoal(fan, GOAL, [other, creator]));

    await test.step('the show is recorded', async () => {
      await expect(creator.getByText('Gravando')).toBeVisible();
      const recorded = async () =>
        ((await call(creator.context(), 'GET', '/lives/recordings')) as { seconds: number }[])[0]
          ?.seconds;
      await expect.poll(recorded, { timeout: 60_000 }).toBeGreaterThanOrEqual(6);
    });

    await test.step('the creator sends the camera of this device instead', async () => {
      const replace = 'Usar a câmera deste aparelho';
      await creator.getByRole('button', { name: replace }).click();
      await creator.getByRole('dialog').getByRole('button', { name: replace }).click();
      await expect(creator.getByText('Rede boa')).toBeVisible();
      await expect(creator.getByText(`Este show é transmitido por ${LABEL}`)).toHaveCount(0);
      for (const page of [fan, other]) {
        await expect(page.getByLabel(/^Show de /)).not.toHaveJSProperty('videoWidth', 320);
        await seesPicture(page);
      }
    });

    await test.step('the show ends for everyone', async () => {
      await creator.getByRole('button', { name: 'Encerrar' }).click();
      await creator.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
      for (const page of [fan, other])
        await expect(page.getByRole('heading', { name: /^O show de .* terminou$/ })).toBeVisible();
      await program.close();
    });

    await test.step('its program is refused, as it connects again by itself, until it is allowed', async () => {
      await expect(connect()).rejects.toThrow('WHIP answered 409');
      await expect(creator.getByText(`A chave ${LABEL} está recusada`)).toBeVisible();
      expect(await violations(creator)).toEqual([]);
      await creator.getByRole('button', { name: 'Permitir agora' }).click();
      await expect(creator.getByText(`A chave ${LABEL} está recusada`)).toHaveCount(0);
    });

    const title = `Gravado ${Date.now()}`;
    await test.step('a part of the recording comes into the vault', async () => {
      await open(creator, '/options/shows?tab=recordings');
      await creator.getByRole('button', { name: 'Recortar' }).first().click();
      const dialog = creator.getByRole('dialog');
      await dialog.getByRole('textbox').fill(title);
      await dialog.getByRole('slider', { name: /^Começa em/ }).fill('1');
      await dialog.getByRole('slider', { name: /^Termina em/ }).fill('5');
      await dialog.getByRole('button', { name: 'Guardar no cofre' }).click();
      await expect(async () => {
        await open(creator, '/posts/vault');
        await expect(creator.getByText(title)).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 120_000 });
    });

    const text = `Do show ${title}`;
    await test.step('it is published for a price', async () => {
      await open(creator, '/posts');
      await creator.getByLabel('O que você quer mostrar?').fill(text);
      await creator.getByRole('button', { name: 'Do cofre' }).click();
      const picker = creator.getByRole('dialog', { name: 'Escolher do cofre' });
      await picker.getByRole('checkbox', { name: title }).check();
      await picker.getByRole('button', { name: 'Pôr no post' }).click();
      await creator.getByLabel('Preço').fill('5,00');
      await creator.getByRole('button', { name: 'Publicar', exact: true }).click();
      await expect(creator.getByText('Publicado! Cada mídia').first()).toBeVisible();
    });

    await test.step('a fan buys and plays it', async () => {
      const post = await demoPost(fan, CREATOR, text);
      await post.getByRole('button', { name: 'Desbloquear por R$ 5,00' }).click();
      await fan
        .getByRole('dialog')
        .getByRole('button', { name: 'Desbloquear por R$ 5,00' })
        .click();
      await post.getByRole('button', { name: /^Assistir: Vídeo/ }).click();
      await expect.poll(() => timeOf(post), { timeout: 30_000 }).toBeGreaterThan(0.3);
      const length = await post
        .locator('video')
        .first()
        .evaluate((video: HTMLVideoElement) => video.duration);
      expect(Math.abs(length - 4)).toBeLessThan(1.5);
    });
  },
);
