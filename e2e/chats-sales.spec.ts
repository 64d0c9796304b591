// What a producer sells in conversations: a video and a voice note to one fan, and a scheduled mass
// message to a smart list, each in a browser of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { drawArt } from '../api/demo/art.ts';
import { drawClip } from '../api/platform/media/video/clips.ts';
import { call, chooseMethod, createAccount, createSession, open, payAtBank } from './people.ts';
import { violations } from './violations.ts';

const CREATOR = 'liasolar';

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'camarim-sold-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const box = (page: Page) => page.getByRole('textbox', { name: /^Mensagem para/ });
const uploaded = (page: Page) =>
  expect(page.getByRole('status').getByText('Enviado')).toBeVisible({ timeout: 60_000 });
const send = (page: Page) => page.getByRole('button', { name: 'Enviar', exact: true }).click();
const article = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text });

/** A microphone that the person refuses the first time, and that hums afterwards. */
const plugMicrophone = (page: Page) =>
  page.addInitScript(() => {
    let asked = 0;
    navigator.mediaDevices.getUserMedia = async () => {
      asked += 1;
      if (asked === 1) throw new DOMException('refused', 'NotAllowedError');
      const context = new AudioContext();
      const hum = context.createOscillator();
      const out = context.createMediaStreamDestination();
      hum.connect(out);
      hum.start();
      return out.stream;
    };
  });

test(
  'a producer sells a video, sends a voice note, and writes to a smart list with its buyers counted',
  { tag: '@slow' },
  async ({ browser, page: fan, baseURL }) => {
    test.setTimeout(300_000);
    const username = `venda${Date.now() % 1_000_000}`;
    const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'pt-BR' });
    const creator = await context.newPage();
    await createAccount(fan.context(), username);
    await createSession(context, CREATOR);
    const { id } = (await call(fan.context(), 'GET', `/publics/profiles/${CREATOR}`)) as {
      id: string;
    };
    await call(fan.context(), 'POST', `/profiles/${id}/follow`, { following: true });

    await test.step('a priced video is locked with its length, and open after the purchase', async () => {
      const video = await drawClip(folder, { seconds: 4, size: '320x240', name: 'ensaio.mp4' });
      await plugMicrophone(creator);
      await open(creator, `/chats/${username}`);
      await creator.locator('input[type=file]').setInputFiles(video);
      await uploaded(creator);
      await creator.getByLabel('Preço (opcional)').pressSequentially('1000');
      await box(creator).fill('O vídeo do ensaio.');
      await send(creator);
      await open(fan, `/chats/${CREATOR}`);
      const sold = article(fan, 'O vídeo do ensaio.');
      await expect(sold.getByText('escrita por Lia')).toBeVisible();
      await expect(sold.getByText('0:04')).toBeVisible({ timeout: 90_000 });
      await sold.getByRole('button', { name: 'Desbloquear por R$ 10,00' }).click();
      await fan
        .getByRole('dialog', { name: 'Desbloquear mídia' })
        .getByRole('button', { name: 'Desbloquear por R$ 10,00' })
        .click();
      const wallet = fan.getByRole('dialog', { name: 'Adicionar saldo' });
      await chooseMethod(wallet, 'Pix');
      await wallet.getByRole('button', { name: 'Gerar o código Pix' }).click();
      await payAtBank(fan, await wallet.getByLabel('Código Pix', { exact: true }).inputValue());
      await wallet
        .getByRole('button', { name: 'Desbloquear por R$ 10,00' })
        .click({ timeout: 30_000 });
      await expect(wallet).toBeHidden();
      await expect(sold.getByRole('button', { name: /^Mídia 1 de 1/ })).toBeVisible({
        timeout: 60_000,
      });
      await expect(article(creator, 'O vídeo do ensaio.').getByText('comprada')).toBeVisible();
    });

    await test.step('a refused microphone is said, and a voice note is recorded and heard', async () => {
      const record = creator.getByRole('button', { name: 'Gravar áudio' });
      await record.click();
      await expect(creator.getByRole('status').getByText('Não foi possível gravar')).toBeAttached();
      await record.click();
      await expect(creator.getByRole('timer')).toContainText(/0:0[1-9]/);
      expect(await violations(creator)).toEqual([]);
      await creator.getByRole('button', { name: 'Parar e anexar' }).click();
      await uploaded(creator);
      await send(creator);
      await expect(
        fan
          .getByRole('group', { name: /^Mídia 1 de 1/ })
          .getByRole('button', { name: 'Reproduzir' }),
      ).toBeVisible({ timeout: 60_000 });
    });

    const list = `Mimos ${username}`;
    await test.step('a smart list has who gave tips', async () => {
      const tip = await fan.context().request.post('/api/funds/tips', {
        headers: { 'x-origin': 'CAM', lang: 'pt', 'idempotency-key': `mimo-${username}-chave` },
        data: { toProfileId: id, value: 500 },
      });
      expect(tip.status()).toBe(200);
      await open(creator, '/lists');
      await creator.getByRole('button', { name: 'Nova lista' }).click();
      await creator.getByLabel('Nome da lista').fill(list);
      await creator.getByLabel('Quem entra').selectOption({ label: 'Quem deu mimo' });
      await creator.getByLabel('Soma dos mimos, no mínimo').pressSequentially('500');
      await creator.getByRole('button', { name: 'Criar lista' }).click();
      await expect(creator.getByText(list).first()).toBeVisible();
    });

    await test.step('a mass message to the list is scheduled, stands in the calendar, and is moved to now', async () => {
      await open(creator, '/chats/broadcasts');
      await creator.getByRole('button', { name: 'Nova mensagem em massa' }).click();
      await creator.getByRole('group', { name: 'Para quem' }).getByLabel(list).check();
      await creator.getByRole('textbox', { name: 'Mensagem' }).fill(`Para ${username}, {nome}`);
      const buffer = await drawArt(41, { width: 600, height: 900 });
      await creator
        .locator('input[type=file]')
        .setInputFiles({ name: 'quadro.jpg', mimeType: 'image/jpeg', buffer });
      await uploaded(creator);
      await creator.getByLabel('Preço (opcional)').pressSequentially('2000');
      await creator.getByRole('button', { name: 'Outro preço para um grupo' }).click();
      await creator
        .getByRole('combobox', { name: 'Grupo', exact: true })
        .selectOption({ label: 'Seguidores' });
      await creator.getByRole('textbox', { name: 'Preço do grupo' }).pressSequentially('800');
      await creator.getByRole('checkbox', { name: 'Agendar o envio' }).check();
      const planned = (await creator.getByLabel('Data e hora').inputValue()).slice(0, 10);
      expect(await violations(creator)).toEqual([]);
      await creator.getByRole('button', { name: 'Agendar', exact: true }).click();
      const row = creator.getByRole('listitem').filter({ hasText: `Para ${username}` });
      await expect(row.getByText('Agendada')).toBeVisible();
      // The sheet of a month has no tomorrow when its last week ends with it.
      await open(creator, `/posts/calendar?day=${planned}`);
      await expect(creator.getByText(`Para ${username}`).first()).toBeAttached();
      await open(creator, '/chats/broadcasts');
      await row.getByRole('button', { name: 'Editar' }).click();
      await creator.getByRole('checkbox', { name: 'Agendar o envio' }).uncheck();
      await creator.getByRole('button', { name: 'Salvar mensagem' }).click();
      await expect(row.getByText('Enviada', { exact: true })).toBeVisible({ timeout: 60_000 });
    });

    await test.step('the fan pays the price of their group, and the creator sees who bought', async () => {
      const offer = article(fan, `Para ${username}, Gente Nova`);
      await offer
        .getByRole('button', { name: 'Desbloquear por R$ 8,00' })
        .click({ timeout: 60_000 });
      await fan
        .getByRole('dialog', { name: 'Desbloquear mídia' })
        .getByRole('button', { name: 'Desbloquear por R$ 8,00' })
        .click();
      await expect(offer.getByRole('button', { name: /^Mídia 1 de 1/ })).toBeVisible({
        timeout: 60_000,
      });
      await open(creator, '/chats/broadcasts');
      const row = creator.getByRole('listitem').filter({ hasText: `Para ${username}` });
      await expect(row.getByRole('term').filter({ hasText: 'Compraram' })).toBeVisible();
      await expect(row).toContainText(/Compraram\s*1/);
      await expect(row).toContainText('R$ 6,40');
      await expect(row.getByRole('button', { name: 'Editar' })).toBeHidden();
      expect(await violations(creator)).toEqual([]);
    });
    await context.close();
  },
);
