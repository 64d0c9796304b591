// A fan calls for a private show, pays it by the minute, shows their own camera, and tops up in
// time.
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { call, type Charge, createAccount, open, payPix, topUp, walletButton } from '../people.ts';
import { violations } from '../violations.ts';
import { endOldShow, enter, seesPicture, WITH_CAMERA } from './shows.ts';
import { openShowClock } from './show-clock.ts';

test.use({ launchOptions: WITH_CAMERA });

const CREATOR = 'caioambar';
const PRICE = 1_000;
const TOP_UP = 2_500;

const SETTINGS = {
  partyCharge: 'free',
  partyPricePerMinute: null,
  ticketPrice: null,
  groupSize: null,
  privatePricePerMinute: PRICE,
  minimumMinutes: 2,
  spyPricePerMinute: null,
  reverseCamera: true,
  recorded: false,
  pausesParty: true,
  entry: 'everyone',
  entryListId: null,
  entrySpentAtLeast: null,
};

type Receipt = {
  liveId: string;
  price: number;
  minutes: number;
  secondsDelivered: number;
  total: number;
  fee: number | null;
};
type Entry = { amount: number; kind: string };

const live = async (context: BrowserContext) =>
  (await call(context, 'GET', `/lives/${CREATOR}`)) as { id: string };

const receiptOf = async (context: BrowserContext): Promise<Receipt | undefined> =>
  ((await call(context, 'GET', '/lives/receipts')) as Receipt[])[0];

/** What the statement of an account says of shows, in all. */
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

test(
  'a private show is called for, paid by the minute, kept by a top-up, and receipted',
  { tag: '@slow' },
  async ({ browser }) => {
    const clock = await openShowClock();
    const creator = await enter(browser, CREATOR);
    await listen(creator);
    await endOldShow(creator, CREATOR);
    await call(creator.context(), 'POST', '/profiles/settings-cam', SETTINGS);
    const context = await browser.newContext();
    await createAccount(context, `vip${Date.now() % 1_000_000}`);
    await topUp(context, TOP_UP);
    const fan = await context.newPage();
    const earnedBefore = await stated(creator.context(), 'earnings');

    await test.step('the creator hears and sees the call, and answers it', async () => {
      await open(creator, '/live');
      await open(fan, `/${CREATOR}`);
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
    });

    await test.step('the fan sees the price and enters, and the picture comes', async () => {
      await fan.getByRole('link', { name: 'Entrar' }).click();
      await expect(fan.getByText('R$ 10,00 por minuto')).toBeVisible();
      await expect(fan.getByText('Reservado na entrada (2 minutos)')).toBeVisible();
      await fan.getByRole('button', { name: 'Entrar no show' }).click();
      await seesPicture(fan);
      await expect(walletButton(fan)).toContainText('R$ 5,00');
    });

    await test.step('the fan offers their camera, and a reload on either side forgets nothing', async () => {
      await fan.getByRole('button', { name: 'Mostrar a minha câmera' }).click();
      await expect(fan.getByText('Esperando Caio Âmbar aceitar')).toBeVisible();
      await creator.reload();
      await expect(creator.getByText('Gente Nova quer mostrar a própria câmera.')).toBeVisible();
      await creator.getByRole('button', { name: 'Aceitar' }).click();
      await seesPicture(creator, 'Imagem de quem assiste');
      expect(await violations(creator)).toEqual([]);
    });

    await test.step('a minute before the money ends the fan is warned, and a top-up keeps the show', async () => {
      await expect.poll(async () => (await receiptOf(context))?.minutes).toBe(1);
      await clock.skipMinute((await live(context)).id);
      await expect(fan.getByText(/Seu saldo para este show acaba em/)).toBeVisible();
      await expect(creator.getByText('R$ 20,00')).toBeVisible();
      expect(await violations(fan)).toEqual([]);
      await fan.getByRole('button', { name: 'Adicionar e continuar' }).click();
      const wallet = fan.getByRole('dialog', { name: 'Adicionar saldo' });
      await wallet.getByRole('button', { name: 'Gerar o código Pix' }).click();
      await expect(wallet.getByText('Pague no app do seu banco')).toBeVisible();
      const charges = (await call(context, 'GET', '/funds/charges')) as Charge[];
      await payPix(context, charges.find(({ status }) => status === 'pending') as Charge);
      await expect(wallet).toBeHidden();
      await expect(fan.getByText(/Seu saldo para este show acaba em/)).toBeHidden();
      await clock.skipMinute((await live(context)).id);
      await expect(creator.getByText('R$ 30,00')).toBeVisible();
      await seesPicture(fan);
    });

    await test.step('the receipt says what the statements of both sides say', async () => {
      const { id } = await live(context);
      await creator.getByRole('button', { name: 'Encerrar' }).click();
      await creator.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
      await expect(fan.getByRole('heading', { name: /^O show de .* terminou$/ })).toBeVisible();
      const receipt = fan.getByLabel('Seu recibo');
      for (const text of ['Início', 'Fim', '3 minutos a', 'R$ 10,00', 'R$ 30,00'])
        await expect(receipt.getByText(text, { exact: true })).toBeVisible();
      const mine = await receiptOf(context);
      const [theirs] = (await call(creator.context(), 'GET', `/lives/${id}/receipts`)) as Receipt[];
      expect(mine).toMatchObject({ liveId: id, price: PRICE, minutes: 3, total: 3 * PRICE });
      expect(theirs).toMatchObject({ ...mine, profile: { exibitionName: 'Gente Nova' }, fee: 600 });
      expect(await stated(context, 'wallet')).toBe(-3 * PRICE);
      expect((await stated(creator.context(), 'earnings')) - earnedBefore).toBe(3 * PRICE - 600);
      await expect(walletButton(fan)).toContainText('R$ 20,00');
    });
    await clock.close();
  },
);
