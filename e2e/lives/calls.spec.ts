// A fan reads what a show costs and calls for a party; its producer accepts, goes live, and the fan
// watches.
import { expect, test } from '@playwright/test';
import { violations } from '../violations.ts';
import { endShow, enter, enterProducer, seesPicture, setCamera, WITH_CAMERA } from './shows.ts';

test.use({ launchOptions: WITH_CAMERA });

test('a fan calls for a party from the page of its producer, who goes live for them', async ({
  browser,
}) => {
  const username = `chamada${Date.now() % 1_000_000}`;
  const creator = await enterProducer(browser, username);
  const fan = await enter(browser, 'malu');
  await setCamera(creator, { partyCalls: true, privatePricePerMinute: 1_000 });
  await creator.goto('/chats');

  await test.step('the fan reads what each type of show costs, and calls', async () => {
    await fan.goto(`/${username}`);
    const party = fan.getByRole('region', { name: 'Show aberto' });
    await expect(party.getByText('Grátis')).toBeVisible();
    await expect(
      fan.getByRole('region', { name: 'Show privado' }).getByText('R$ 10,00 por minuto'),
    ).toBeVisible();
    expect(await violations(fan)).toEqual([]);
    await party.getByRole('button', { name: 'Chamar' }).click();
    await expect(party.getByText(/Chamando/)).toBeVisible();
  });

  await test.step('the producer accepts on another page, and starts the party', async () => {
    const modal = creator.getByRole('dialog', { name: 'Chamada para o seu show' });
    await expect(modal.getByText(/Pode gastar/)).toHaveCount(0);
    await modal.getByRole('button', { name: 'Aceitar' }).click();
    await expect(creator.getByRole('heading', { name: /quer entrar no seu show$/ })).toBeVisible();
    await creator.getByRole('button', { name: 'Atender a chamada' }).click();
  });

  await test.step('the fan enters and sees the picture', async () => {
    await fan.getByRole('link', { name: 'Entrar', exact: true }).click();
    await seesPicture(fan);
  });
  await endShow(creator);
});
