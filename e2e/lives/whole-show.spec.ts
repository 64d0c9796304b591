// An evening of a producer, from the first picture to the sale of its recording: a party with two
// fans, one of whom fills a goal, calls for a private show, pays it by the minute, shows their own
// camera and tops up in time, while the other waits and pays to watch it without sound; then the
// party goes on.
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { call, type Charge, open, payPix, walletButton } from '../people.ts';
import { violations } from '../violations.ts';
import { createProgram } from './programs.ts';
import { buyAndPlay, keepPart, publishForSale, waitForRecording } from './recordings.ts';
import { openShowClock, type ShowClock } from './show-clock.ts';
import {
  endShow,
  enterFan,
  enterProducer,
  fillGoal,
  seesPicture,
  setCamera,
  setGoal,
  startParty,
  WITH_CAMERA,
} from './shows.ts';

test.use({ launchOptions: WITH_CAMERA });

const PRICE = 1_000;
const GOAL = 'Uma canção';
const TIP = 1_000;
/** After the tip it pays two minutes, and half of a third. */
const MONEY = TIP + 2 * PRICE + PRICE / 2;
const POST_PRICE = 500;
const SPY_PRICE = 100;
/** For each started minute of the private show the other fan pays, too. */
const MINUTES = 3;
const FEE_PERCENT = 20;
const feeOf = (sale: number): number => (sale * FEE_PERCENT) / 100;

type Receipt = {
  liveId: string;
  price: number;
  minutes: number;
  secondsDelivered: number;
  total: number;
  fee: number | null;
};
type Entry = { amount: number; kind: string };

const receiptOf = async (context: BrowserContext): Promise<Receipt | undefined> =>
  ((await call(context, 'GET', '/lives/receipts')) as Receipt[])[0];

/** What the statement of an account says of sales, in all. */
const stated = async (context: BrowserContext, account: 'wallet' | 'earnings') => {
  const entries = (await call(
    context,
    'GET',
    `/funds/statements?account=${account}&limit=100`,
  )) as Entry[];
  return entries
    .filter(({ kind }) => kind !== 'topUp' && kind !== 'release')
    .reduce((sum, { amount }) => sum + amount, 0);
};

/** Notes the tones that the page plays: browsers of tests have no loudspeaker. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    localStorage.setItem('camarim.sounds', 'on');
    const heard: number[] = [];
    Object.assign(window, { heard });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function play(when) {
      heard.push(this.frequency.value);
      start.call(this, when);
    };
  });
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: number[] }).heard);
/** The first tone of the ding of private shows. */
const PRIVATE_DING_HZ = 659;

type People = { creator: Page; fan: Page; other: Page; username: string };

const liveId = async (fan: Page, username: string): Promise<string> =>
  ((await call(fan.context(), 'GET', `/lives/${username}`)) as { id: string }).id;

/** The clock is that of the private show, from before its first minute. */
const callAndAnswer = async ({ creator, fan, other, username }: People): Promise<ShowClock> => {
  await test.step('the creator hears and sees the call in the middle of the party, and answers it', async () => {
    await fan.getByRole('link', { name: 'Sair do show' }).click();
    await expect(fan).toHaveURL(`/${username}`);
    await fan.getByRole('button', { name: 'Chamar' }).click();
    await expect(fan.getByText(/Chamando/)).toBeVisible();
    const modal = creator.getByRole('dialog', { name: 'Chamada para show privado' });
    await expect(modal.getByText('Gente Nova')).toBeVisible();
    await expect(modal.getByText('Pode gastar até R$ 25,00')).toBeVisible();
    await expect.poll(() => heard(creator)).toContain(PRIVATE_DING_HZ);
    await modal.getByRole('button', { name: 'Aceitar' }).click();
    await expect(
      creator.getByRole('heading', { name: 'Show privado com Gente Nova' }),
    ).toBeVisible();
    await creator.getByRole('button', { name: 'Atender a chamada' }).click();
    await expect(
      other.getByRole('heading', { name: 'Gente Nova está em um show privado' }),
    ).toBeVisible();
    expect(await violations(other)).toEqual([]);
  });

  const clock =
    await test.step('the fan sees the price and enters, and the picture comes', async () => {
      await fan.getByRole('link', { name: 'Entrar' }).click();
      await expect(fan.getByText('R$ 10,00 por minuto')).toBeVisible();
      await expect(fan.getByText('Reservado na entrada (2 minutos)')).toBeVisible();
      const opened = await openShowClock(await liveId(fan, username));
      await fan.getByRole('button', { name: 'Entrar no show' }).click();
      await seesPicture(fan);
      await expect(walletButton(fan)).toContainText('R$ 5,00');
      return opened;
    });

  await test.step('the fan offers their camera, and a reload on either side forgets nothing', async () => {
    await fan.getByRole('button', { name: 'Mostrar a minha câmera' }).click();
    await expect(fan.getByText('Esperando Gente Nova aceitar')).toBeVisible();
    await creator.reload();
    await expect(creator.getByText('Gente Nova quer mostrar a própria câmera.')).toBeVisible();
    await creator.getByRole('button', { name: 'Aceitar' }).click();
    await seesPicture(creator, 'Imagem de quem assiste');
    expect(await violations(creator)).toEqual([]);
  });
  return clock;
};

const spy = async ({ other }: People): Promise<void> => {
  await test.step('the other fan pays to watch without sound, and a reload does not forget it', async () => {
    await other.getByRole('button', { name: 'Espiar sem som por R$ 1,00 por minuto' }).click();
    await other.getByRole('button', { name: 'Espiar', exact: true }).click();
    await seesPicture(other);
    await other.reload();
    await seesPicture(other);
    await expect(other.getByRole('tab', { name: 'Conversa' })).toHaveCount(0);
    expect(await violations(other)).toEqual([]);
  });
};

const payByTheMinute = async (
  { creator, fan, other, username }: People,
  clock: ShowClock,
): Promise<string> => {
  const context = fan.context();
  const id = await liveId(fan, username);
  await spy({ creator, fan, other, username });
  await test.step('a minute before the money ends the fan is warned, and a top-up keeps the show', async () => {
    for (const page of [fan, other])
      await expect.poll(async () => (await receiptOf(page.context()))?.minutes).toBe(1);
    await clock.skipMinute();
    await expect(fan.getByText(/Seu saldo para este show acaba em/)).toBeVisible();
    await expect(creator.getByText('R$ 22,00')).toBeVisible();
    expect(await violations(fan)).toEqual([]);
    await fan.getByRole('button', { name: 'Adicionar e continuar' }).click();
    const wallet = fan.getByRole('dialog', { name: 'Adicionar saldo' });
    await wallet.getByRole('button', { name: 'Gerar o código Pix' }).click();
    await expect(wallet.getByText('Pague no app do seu banco')).toBeVisible();
    const charges = (await call(context, 'GET', '/funds/charges')) as Charge[];
    await payPix(context, charges.find(({ status }) => status === 'pending') as Charge);
    await expect(wallet).toBeHidden();
    await expect(fan.getByText(/Seu saldo para este show acaba em/)).toBeHidden();
    await clock.skipMinute();
    await expect(creator.getByText('R$ 33,00')).toBeVisible();
    await seesPicture(fan);
  });

  await test.step('the private show ends with the receipts of both fans', async () => {
    await endShow(creator);
    for (const [page, price, total] of [
      [fan, 'R$ 10,00', 'R$ 30,00'],
      [other, 'R$ 1,00', 'R$ 3,00'],
    ] as const) {
      await expect(page.getByRole('heading', { name: /^O show de .* terminou$/ })).toBeVisible();
      for (const text of ['Início', 'Fim', '3 minutos a', price, total])
        await expect(page.getByLabel('Seu recibo').getByText(text, { exact: true })).toBeVisible();
    }
    await expect(walletButton(fan)).toContainText('R$ 20,00');
    await expect(walletButton(other)).toContainText('R$ 5,00');
  });
  await clock.close();
  return id;
};

/** What the party of the evening is sent by: the camera of the page, or a program such as OBS. */
type Sender = {
  name: string;
  start: (
    creator: Page,
    baseURL: string,
  ) => Promise<{ resume(): Promise<void>; end(): Promise<void> }>;
};

const nothing = () => Promise.resolve();

const SENDERS: Sender[] = [
  {
    name: 'the camera of the page',
    start: async (creator) => {
      await startParty(creator, 'Sexta à noite');
      // It sends by itself as soon as the party goes on.
      return { resume: nothing, end: nothing };
    },
  },
  {
    name: 'a program',
    start: async (creator, baseURL) => {
      const connect = await createProgram(creator.context(), { baseURL, label: 'OBS' });
      let program = await connect();
      await open(creator, '/live');
      await expect(creator.getByText('Este show é transmitido por OBS')).toBeVisible();
      return {
        resume: async () => {
          await program.close();
          // Programs connect again by themselves.
          await expect(async () => {
            program = await connect();
          }).toPass({ timeout: 20_000 });
          await expect(creator.getByText('Este show é transmitido por OBS')).toBeVisible();
        },
        end: () => program.close(),
      };
    },
  },
];

for (const { name, start } of SENDERS)
  test(
    `a party from ${name} waits for a private show, goes on, and its recording is sold`,
    { tag: '@slow' },
    async ({ browser, baseURL }) => {
      test.setTimeout(300_000);
      const username = `noite${Date.now() % 1_000_000}`;
      const creator = await enterProducer(browser, username);
      await listen(creator);
      await setCamera(creator, {
        privatePricePerMinute: PRICE,
        minimumMinutes: 2,
        reverseCamera: true,
        spyPricePerMinute: SPY_PRICE,
        recorded: true,
      });
      await setGoal(creator, username, GOAL);
      const fan = await enterFan(browser, 'vip', MONEY);
      const other = await enterFan(browser, 'plateia', MINUTES * SPY_PRICE + POST_PRICE);
      const sender = await start(creator, baseURL ?? '');

      await test.step('two fans see the picture, and the tip of one fills the goal for everyone', async () => {
        for (const page of [fan, other]) {
          await page.goto(`/${username}/live`);
          await seesPicture(page);
        }
        await fillGoal(fan, GOAL, [other, creator]);
        await waitForRecording(creator, 6);
      });

      const people = { creator, fan, other, username };
      const clock = await callAndAnswer(people);
      const privateId = await payByTheMinute(people, clock);

      await test.step('the party goes on for both fans, and ends', async () => {
        await sender.resume();
        for (const page of [fan, other]) {
          await page.getByRole('button', { name: 'Ver o show aberto' }).click();
          await seesPicture(page);
        }
        await endShow(creator);
        for (const page of [fan, other])
          await expect(
            page.getByRole('heading', { name: /^O show de .* terminou$/ }),
          ).toBeVisible();
        await sender.end();
      });

      const title = `Gravado ${Date.now()}`;
      const text = `Do show ${title}`;
      await test.step('the recording of the party is sold to the other fan', async () => {
        await keepPart(creator, { title, fromSeconds: 1, toSeconds: 5 });
        await publishForSale(creator, { title, text });
        await buyAndPlay(other, { author: username, text, seconds: 4 });
      });

      await test.step('receipts and statements of both sides say the same', async () => {
        const theirs = (await call(
          creator.context(),
          'GET',
          `/lives/${privateId}/receipts`,
        )) as Receipt[];
        expect(theirs).toHaveLength(2);
        for (const [page, price] of [
          [fan, PRICE],
          [other, SPY_PRICE],
        ] as const) {
          const mine = await receiptOf(page.context());
          const total = MINUTES * price;
          expect(mine).toMatchObject({ liveId: privateId, price, minutes: MINUTES, total });
          expect(theirs).toContainEqual(
            expect.objectContaining({ ...mine, fee: feeOf(total), profile: expect.anything() }),
          );
        }
        expect(await stated(fan.context(), 'wallet')).toBe(-TIP - MINUTES * PRICE);
        expect(await stated(other.context(), 'wallet')).toBe(-MINUTES * SPY_PRICE - POST_PRICE);
        const sold = TIP + MINUTES * (PRICE + SPY_PRICE) + POST_PRICE;
        expect(await stated(creator.context(), 'earnings')).toBe(sold - feeOf(sold));
      });
    },
  );
