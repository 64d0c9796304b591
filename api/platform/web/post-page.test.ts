// The page of one post as documents: who sees what of it, and what its head tells other sites.
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { fill, publish } from '../../testing/publishing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ pages: 'built' });
});

const get = (url: string, person?: ApiClient) =>
  app.server.inject({
    url,
    headers: {
      cookie: person
        ? `token=${person.token}; refreshToken=${person.refreshToken}; adult=1`
        : 'adult=1',
    },
  });
const contentOf = (body: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`)
    .exec(body)?.[1]
    ?.replaceAll('&amp;', '&');
/** Opens the picture that a page announces, as the site does that shows its preview. */
const announced = (body: string) => {
  const { pathname, search } = new URL(contentOf(body, 'og:image') ?? '');
  return app.server.inject({ url: pathname + search });
};

test('a post that everyone may see has a page with its text, its picture and more of its producer', async () => {
  const before = await publish(app, app.producer, { text: 'Um post de antes', pictures: 0 });
  const { id } = await publish(app, app.producer, { text: 'Terça de ensaio', seed: 3 });
  const { statusCode, body } = await get(`/iris/posts/${id}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>Post de Nome iris (@iris) · Camarim</title>');
  expect(contentOf(body, 'og:type')).toBe('article');
  expect(contentOf(body, 'og:description')).toBe('Terça de ensaio');
  expect(contentOf(body, 'og:url')).toMatch(new RegExp(`/iris/posts/${id}$`));
  expect(contentOf(body, 'robots')).toBeUndefined();
  expect((await announced(body)).statusCode).toBe(200);
  expect(body).toContain(`href="/iris/posts/${before.id}"`);
});

test('a locked post is announced by its blurred preview, to visitors and to members alike', async () => {
  const { id } = await publish(app, app.producer, {
    text: 'Só para quem segue',
    public: false,
    seed: 5,
  });
  const visitors = await get(`/iris/posts/${id}`);
  expect(visitors.statusCode).toBe(200);
  expect(visitors.body).not.toContain('Só para quem segue');
  const { medias } = await app.stranger.call('GET /posts/{id}', { params: { id } });
  const shown = await announced(visitors.body);
  const preview = await app.server.inject({ url: medias[0]?.preview ?? '' });
  expect(shown.statusCode).toBe(200);
  expect(shown.rawPayload.equals(preview.rawPayload)).toBe(true);
  expect(contentOf(visitors.body, 'robots')).toBe('noindex');
  expect(contentOf((await get(`/iris/posts/${id}`, app.stranger)).body, 'og:description')).toBe(
    'Veja este post de Nome iris no Camarim.',
  );
});

test('a buyer of a post reads it on its page, and its head gives nothing of it away', async () => {
  const { id } = await publish(app, app.producer, {
    text: 'O segredo',
    price: 990,
    pictures: 0,
  });
  await fill(app, app.fan, 990);
  await app.fan.call('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: 990 },
    idempotencyKey: 'purchase-of-the-page',
  });
  const { body } = await get(`/iris/posts/${id}`, app.fan);
  expect(body).toContain('O segredo');
  expect(contentOf(body, 'og:description')).toBe('Veja este post de Nome iris no Camarim.');
  expect(contentOf(body, 'og:image')).toBeUndefined();
  expect((await get(`/iris/posts/${id}`)).body).not.toContain('O segredo');
});

test('a post has one address, and none that does not exist is a page', async () => {
  const { id } = await publish(app, app.producer, { text: 'Um endereço', pictures: 0 });
  for (const address of [`/davi/posts/${id}`, `/IRIS/posts/${id}`]) {
    const { statusCode, headers } = await get(address);
    expect([statusCode, headers['location']]).toEqual([302, `/iris/posts/${id}`]);
  }
  await app.producer.call('DELETE /posts/{id}', { params: { id } });
  for (const address of [`/iris/posts/${id}`, '/iris/posts/x', '/iris/posts'])
    expect((await get(address)).statusCode).toBe(404);
});

test('comments of a post stand on its page before any script runs', async () => {
  const { id } = await publish(app, app.producer, { text: 'Com conversa', pictures: 0 });
  await app.fan.call('POST /comments', { body: { postId: id, text: 'Que noite!' } });
  const { body } = await get(`/iris/posts/${id}`);
  expect(body).toContain('>Que noite!');
  expect(body).toMatch(/data-hydrates="on-intent"/);
});
