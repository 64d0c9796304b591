// A group show: each fan locks a ticket, and the picture comes to all of them with the last one.
import { expect, test } from '@playwright/test';
import { walletButton } from '../people.ts';
import { violations } from '../violations.ts';
import {
  endShow,
  enterFan,
  enterProducer,
  seesPicture,
  setCamera,
  startParty,
  WITH_CAMERA,
} from './shows.ts';

test.use({ launchOptions: WITH_CAMERA });

const TICKET = 1_000;

test(
  'a group show starts for everyone when the last ticket is locked, and gives all of them back',
  { tag: '@slow' },
  async ({ browser }) => {
    const username = `grupo${Date.now() % 1_000_000}`;
    const creator = await enterProducer(browser, username);
    await setCamera(creator, { partyCharge: 'group', ticketPrice: TICKET, groupSize: 2 });
    await startParty(creator, 'Ensaio em grupo');
    await expect(creator.getByText('O show começa com 2 ingressos. Já são 0.')).toBeVisible();
    const first = await enterFan(browser, 'primeira', 2 * TICKET);
    const last = await enterFan(browser, 'ultima', 2 * TICKET);

    await test.step('the first fan reads how many are missing, locks the ticket, and waits', async () => {
      await first.goto(`/${username}/live`);
      await expect(first.getByText('Ingresso de R$ 10,00')).toBeVisible();
      await first.getByRole('button', { name: 'Entrar no show' }).click();
      for (const page of [first, creator])
        await expect(page.getByText('O show começa com 2 ingressos. Já são 1.')).toBeVisible();
      await expect(walletButton(first)).toContainText('R$ 10,00');
      expect(await violations(first)).toEqual([]);
    });

    await test.step('the ticket of the other fan brings the picture to both', async () => {
      await last.goto(`/${username}/live`);
      await expect(last.getByText('O show começa com 2 ingressos. Já são 1.')).toBeVisible();
      await last.getByRole('button', { name: 'Entrar no show' }).click();
      for (const page of [first, last]) await seesPicture(page);
      await expect(creator.getByText(/^O show começa com/)).toHaveCount(0);
    });

    await test.step('a show that ends before its third minute gives the tickets back', async () => {
      await endShow(creator);
      for (const page of [first, last]) {
        await expect(page.getByRole('heading', { name: /^O show de .* terminou$/ })).toBeVisible();
        await expect(walletButton(page)).toContainText('R$ 20,00');
      }
    });
  },
);
