// What becomes of content that should not be there: a report with its appeal, and the removal of a
// picture and its copies for a person without an account. Each person has a browser of their own.
import { type Browser, expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { drawArt } from '../../api/demo/art.ts';
import { PDQ_QUALITY_MIN, pdqOf } from '../../api/platform/media/pdq.ts';
import {
  approveProducer,
  call,
  createAccount,
  createSession,
  makeAdmin,
  open,
  openInbox,
  PASSWORD,
  passGateByForm,
} from '../people.ts';
import { hiddenBeside, violations } from '../violations.ts';

/**
 * The installation hashes its own smaller version of a picture, whose quality is a little
 * different.
 */
const QUALITY_MARGIN = 10;

const newPage = async (browser: Browser, baseURL: string | undefined): Promise<Page> =>
  (await browser.newContext({ ...(baseURL && { baseURL }), locale: 'pt-BR' })).newPage();

/** A person with a role that takes effect at the log-in after it was given. */
const newPerson = async (
  browser: Browser,
  baseURL: string | undefined,
  username: string,
  appoint: (username: string) => void,
): Promise<Page> => {
  const page = await newPage(browser, baseURL);
  await createAccount(page.context(), username);
  appoint(username);
  await createSession(page.context(), username, PASSWORD);
  return page;
};

const moderator = (username: string) => makeAdmin(username, 'moderation');

/** Publishes on the page of the posts, and answers the address of the post's page. */
const publish = async (page: Page, text: string, picture?: Buffer): Promise<string> => {
  await open(page, '/posts');
  // The contract, which the operator's command leaves unsigned.
  const contract = page.getByRole('dialog', { name: 'Textos para aceitar' });
  await contract.getByRole('button', { name: 'Concordo', exact: true }).click();
  await expect(contract).toBeHidden();
  if (picture) {
    await page.getByText('Quais arquivos?').click();
    await page
      .getByLabel('Escolher arquivos')
      .setInputFiles({ name: 'quadro.jpg', mimeType: 'image/jpeg', buffer: picture });
    await expect(page.getByText('Enviado', { exact: true })).toBeVisible({ timeout: 30_000 });
  }
  await page.getByLabel('O que você quer mostrar?').fill(text);
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByText('Publicado!').first()).toBeVisible();
  const posts = (await call(page.context(), 'GET', '/posts/me')) as {
    id: string;
    text: string;
    profile: { domainName: string };
  }[];
  const post = posts.find((one) => one.text === text);
  if (!post) throw new Error('the post is not among those of its author');
  return `/${post.profile.domainName}/posts/${post.id}`;
};

/**
 * Half of the drawn pictures are too plain to have copies found, so this draws until one is not.
 */
const drawDetailed = async (seed: number): Promise<Buffer> => {
  const picture = await drawArt(seed, { width: 640, height: 640 });
  const { quality } = await pdqOf(sharp(picture));
  return quality >= PDQ_QUALITY_MIN + QUALITY_MARGIN ? picture : drawDetailed(seed + 1);
};

/** What a visitor gets for the page of a post. */
const statusOf = async (page: Page, path: string): Promise<number> =>
  (await page.request.get(path, { maxRedirects: 0 })).status();

/** Opens the open work and follows the first item of a kind. */
const takeWork = async (page: Page, kind: RegExp): Promise<void> => {
  await open(page, '/dsb/todo');
  await page.getByRole('link', { name: kind }).first().click();
};

test(
  'a reported post is withheld at once, removed, contested, and restored by another moderator',
  { tag: '@slow' },
  async ({ browser, baseURL, page: visitor }) => {
    test.setTimeout(240_000);
    const stamp = Date.now() % 1_000_000;
    const creator = await newPerson(browser, baseURL, `autora${stamp}`, approveProducer);
    const first = await newPerson(browser, baseURL, `moda${stamp}`, moderator);
    const second = await newPerson(browser, baseURL, `modb${stamp}`, moderator);
    const text = `Ensaio em azul ${stamp}`;
    const path = await publish(creator, text);
    await passGateByForm(visitor.context());

    await test.step('the visitor reports the post without an account, and it is hidden from others', async () => {
      await open(visitor, path);
      await visitor.getByRole('button', { name: 'Opções do post' }).click();
      await visitor.getByRole('menuitem', { name: 'Denunciar' }).click();
      const dialog = visitor.getByRole('dialog', { name: 'Denunciar' });
      await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
      await expect(dialog.getByLabel('O que há de errado?')).toBeFocused();
      await dialog
        .getByLabel('O que há de errado?')
        .selectOption({ label: 'Parece haver alguém menor de idade' });
      await dialog.getByLabel('Conte o que aconteceu').fill('Parece muito jovem.');
      expect(await violations(visitor)).toEqual([]);
      await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
      await expect(dialog.getByText(/Denúncia .* recebida/)).toBeVisible();
      await expect.poll(() => statusOf(visitor, path)).toBe(404);
    });

    const reason = `A idade não foi comprovada ${stamp}.`;
    await test.step('a moderator finds it in the open work and removes it', async () => {
      await takeWork(first, /Denúncia/);
      const card = first.getByRole('article').filter({ hasText: text });
      await expect(card.getByText('fora do ar')).toBeVisible();
      await card.getByRole('button', { name: 'Remover', exact: true }).click();
      await expect(card.getByText('Escreva o motivo.')).toBeVisible();
      await card.getByLabel('Motivo, que a pessoa vai ler').fill(reason);
      expect(await violations(first)).toEqual([]);
      await card.getByRole('button', { name: 'Remover', exact: true }).click();
      const question = first.getByRole('dialog', { name: 'Remover' });
      await question.getByRole('button', { name: 'Remover', exact: true }).click();
      await expect(card).toBeHidden();
    });

    await test.step('the creator reads the reason and contests it', async () => {
      await open(creator, '/help');
      const decision = creator.getByRole('article').filter({ hasText: reason });
      await decision.getByRole('button', { name: 'Contestar uma decisão' }).click();
      const dialog = creator.getByRole('dialog', { name: 'Contestar uma decisão' });
      await dialog.getByRole('textbox').fill(`Comprovei a idade no pedido ${stamp}.`);
      expect(await violations(creator)).toEqual([]);
      await dialog.getByRole('button', { name: 'Enviar' }).click();
      await expect(dialog).toBeHidden();
      await expect(decision.getByText('Você contestou esta decisão.')).toBeVisible();
    });

    await test.step('the moderator who decided reads that another person answers, and another moderator restores the post', async () => {
      await open(first, '/dsb/help');
      const own = first.getByRole('article').filter({ hasText: `no pedido ${stamp}` });
      await expect(own.getByText(/Você participou desta decisão/)).toBeVisible();
      await open(second, '/dsb/help');
      const ticket = second.getByRole('article').filter({ hasText: `no pedido ${stamp}` });
      await ticket.getByRole('textbox').fill('A idade está comprovada: o post volta.');
      expect(await violations(second)).toEqual([]);
      await ticket.getByRole('button', { name: 'Mudar: mostrar de novo' }).click();
      await expect(ticket).toBeHidden();
      await expect.poll(() => statusOf(visitor, path)).toBe(200);
      await open(creator, '/help');
      await expect(creator.getByText('A decisão mudou: o conteúdo voltou.')).toBeVisible();
    });
    for (const page of [creator, first, second]) await page.context().close();
  },
);

test(
  'a depicted person without an account has an image and its copy removed by their request',
  { tag: '@slow' },
  async ({ browser, baseURL, page: person }) => {
    test.setTimeout(240_000);
    const stamp = Date.now() % 1_000_000;
    const creator = await newPerson(browser, baseURL, `autorb${stamp}`, approveProducer);
    const copier = await newPerson(browser, baseURL, `autorc${stamp}`, approveProducer);
    const staff = await newPerson(browser, baseURL, `modc${stamp}`, moderator);
    // The same in each run, so that what is found depends on no chance.
    const picture = await drawDetailed(500_000 + 1_000 * test.info().repeatEachIndex);
    const original = await publish(creator, `Retrato ${stamp}`, picture);
    const copy = await publish(copier, `Cópia ${stamp}`, picture);
    const visitor = await newPage(browser, baseURL);
    await passGateByForm(visitor.context());
    for (const path of [original, copy])
      await expect.poll(() => statusOf(visitor, path), { timeout: 90_000 }).toBe(200);
    const address = `retratada${stamp}@example.com`;

    await test.step('the person names the post, without passing the age gate', async () => {
      await open(person, `/removal?link=${encodeURIComponent(`${baseURL}${original}`)}`);
      await person
        .getByLabel('O que aconteceu')
        .selectOption({ label: 'Imagem íntima minha, sem meu consentimento' });
      await person.getByRole('button', { name: 'Enviar pedido' }).click();
      await expect(person.getByText('Escreva seu nome.')).toBeVisible();
      await person.getByLabel('Seu nome completo').fill('Pessoa Retratada');
      await person.getByLabel('Seu e-mail').fill(address);
      await person.getByLabel('O que digo é verdade, de boa-fé').check();
      expect(await violations(person)).toEqual([]);
      await person.getByRole('button', { name: 'Enviar pedido' }).click();
      await expect(person.getByText('Falta confirmar')).toBeVisible();
    });

    const link =
      await test.step('the link of the email confirms it, and both posts are hidden', async () => {
        const inbox = await newPage(browser, baseURL);
        const found = inbox.locator(`article:has-text("${address}") a[href*="/removal/follow"]`);
        await expect(async () => {
          await openInbox(inbox);
          await expect(found.first()).toBeVisible({ timeout: 1_000 });
        }).toPass({ timeout: 30_000 });
        const href = (await found.first().getAttribute('href')) ?? '';
        await open(person, href.replace(/^https?:\/\/[^/]+/, ''));
        await person.getByRole('button', { name: 'Confirmar o pedido' }).click();
        await expect(person.getByText('Fora do ar até a decisão.')).toBeVisible();
        for (const path of [original, copy])
          await expect.poll(() => statusOf(visitor, path), { timeout: 60_000 }).toBe(404);
        await inbox.context().close();
        return href.replace(/^https?:\/\/[^/]+/, '');
      });

    await test.step('a moderator sees both pictures and removes them', async () => {
      await takeWork(staff, /[Rr]emoção/);
      const card = staff.getByRole('article').filter({ hasText: address });
      await expect(card.getByText('cópia do que foi indicado')).toBeVisible({ timeout: 60_000 });
      await card.getByLabel('Motivo, que a pessoa vai ler').fill('A pessoa não consentiu.');
      expect(await violations(staff)).toEqual([]);
      for (const width of [360, 1_440]) expect(await hiddenBeside(staff, width)).toBe(0);
      await card.getByRole('button', { name: 'Remover e bloquear cópias' }).click();
      const question = staff.getByRole('dialog', { name: 'Remover e bloquear cópias' });
      await question.getByRole('button', { name: 'Remover e bloquear cópias' }).click();
      await expect(card).toBeHidden();
    });

    await test.step('the person reads the decision by the same link', async () => {
      await open(person, link);
      await expect(person.getByText('Removemos o que você pediu.')).toBeVisible();
      expect(await violations(person)).toEqual([]);
      for (const path of [original, copy]) expect(await statusOf(visitor, path)).toBe(404);
    });
    for (const page of [creator, copier, staff, visitor]) await page.context().close();
  },
);
