// A removal request that named the wrong thing: nothing can be removed by it, and the person adds
// what they meant.
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, solveCaptcha, upload } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { jpeg } from '../../testing/media/drawings.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { joinProducer } from '../../testing/publishing.ts';

let app: TestApp;
let admin: ApiClient;
let author: ApiClient;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
  author = await joinProducer(app, 'autora');
});

const publish = async (seed: number) => {
  const contentType = 'image/jpeg';
  const key = await upload(app.server, author, await jpeg(seed), contentType);
  const { id } = await author.call('POST /posts', { body: { medias: [{ key, contentType }] } });
  await app.runJobs();
  return { id, link: `${app.ctx.config.publicUrl}/autora/posts/${id}` };
};

const ask = async (email: string, link: string) => {
  const { reference } = await app.visitor.call('POST /publics/removals', {
    body: {
      name: 'Pessoa Retratada',
      email,
      ground: 'intimateImage',
      links: [link],
      goodFaith: true,
      recapcha: await solveCaptcha(app.visitor),
    },
  });
  await app.runJobs();
  const emails = ((await app.ctx.mail.inbox?.list(200)) ?? []).filter(({ to }) => to === email);
  const token = /removal\/follow#([\w-]+)/.exec(JSON.stringify(emails))?.[1] ?? '';
  return { reference, token };
};
const confirm = async (token: string) => {
  await app.visitor.call('POST /publics/removals/confirm', { body: { token } });
  await app.runJobs();
};
const add = (token: string, links: string[]) =>
  app.visitor.ask('POST /publics/removals/add', { body: { token, links } });
const view = (token: string) =>
  app.visitor.call('POST /publics/removals/view', { body: { token } });
const caseOf = async (reference: string) => {
  const found = (await admin.call('GET /dsb/removals')).find((one) => one.reference === reference);
  if (!found) throw new Error(`${reference} is not in the list`);
  return found;
};
const decide = (id: string, outcome: 'removed' | 'refused', found: number) =>
  admin.ask('POST /dsb/removals/{id}', {
    params: { id },
    body: { outcome, reason: 'Não houve consentimento.', found },
  });

test('a post that is added to a removal request that found nothing is withheld, and then removed', async () => {
  const { id, link } = await publish(21);
  const slip = `${app.ctx.config.publicUrl}/autora/posts/nada`;
  const { reference, token } = await ask('engano@example.com', slip);
  expect((await add(token, [link])).reply.code).toBe('removal.notFound');
  await confirm(token);
  expect(await view(token)).toMatchObject({ state: 'waiting', searched: true, found: 0 });

  const before = await caseOf(reference);
  expect((await decide(before.id, 'removed', 0)).reply.code).toBe('removal.nothingLeft');
  expect((await add(token, [])).reply.code).toBe('removal.nothingNamed');
  expect((await add(token, [link])).reply.data).toMatchObject({ found: 1, searched: false });
  await app.runJobs();
  expect(await view(token)).toMatchObject({ state: 'waiting', searched: true, found: 1 });
  expect((await app.visitor.ask('GET /posts/{id}', { params: { id } })).status).toBe(404);

  const after = await caseOf(reference);
  expect(after.links).toEqual([
    { link: slip, found: false },
    { link, found: true },
  ]);
  expect((await decide(after.id, 'removed', 1)).reply.data).toEqual({ removed: 1, kept: 0 });
  expect((await add(token, [link])).reply.code).toBe('removal.alreadyDecided');
});

test('what is added to a removal request counts among the requests of the day', async () => {
  const { token } = await ask('muitas@example.com', 'x');
  await confirm(token);
  const codes = [];
  for (let count = 0; count < 5; count += 1) codes.push((await add(token, ['y'])).reply.code);
  expect(codes.at(-1)).toBe('removal.tooMany');
});

test('an unknown token adds nothing to any removal request', async () =>
  expect((await add('nada', ['x'])).reply.code).toBe('token.invalid'));
