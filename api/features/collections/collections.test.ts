// Collections: what is in them, who sees them, and what becomes of what was bought.
import type { CollectionId } from '@camarim/contract/features/collections';
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { publishPriced, purchaseCollection } from '../../testing/collecting.ts';
import { block, joinProducer, publish, refused, unblock } from '../../testing/publishing.ts';
import { exportCollectionsOf } from './export-store.ts';

let app: TestApp;
let creator: ApiClient;
beforeAll(async () => {
  app = await testApp({
    settings: { TRUST_PROXY: 'loopback', GEO_COUNTRY_HEADER: 'x-country' },
  });
  creator = app.producer;
});

const create = async (
  prices: readonly (number | null)[],
  price = 1_500,
): Promise<{ id: CollectionId; postIds: PostId[] }> => {
  const postIds = await publishPriced(app, creator, prices);
  const { id } = await creator.call('POST /collections', {
    body: { title: 'Ensaios', text: 'Do mês', price: centavos(price), postIds },
  });
  return { id: id, postIds };
};
const viewAs = (person: ApiClient, id: CollectionId) =>
  person.call('GET /collections/{id}', { params: { id } });
const refusalOf = (person: ApiClient, id: CollectionId) =>
  refused(person, 'GET /collections/{id}', { params: { id } });
const edit = (id: CollectionId, body: object) =>
  creator.call('PUT /collections/{id}', { params: { id }, body });
const listed = async (person: ApiClient): Promise<string[]> =>
  (
    await person.call('GET /collections', {
      query: { profileId: creator.profileId as ProfileId, limit: 50 },
    })
  ).map(({ id }) => id);

describe('a collection', () => {
  test('a collection shows visitors what they would pay and get', async () => {
    const { id, postIds } = await create([1_000, 700, null]);
    expect(await viewAs(app.visitor, id)).toMatchObject({
      title: 'Ensaios',
      price: 1_500,
      separately: null,
      postIds,
      offer: { price: 1_500, postIds, separately: null },
      owned: 0,
      purchased: false,
      sales: null,
      earned: null,
      mine: false,
    });
    const posts = await app.visitor.call('GET /collections/{id}/posts', { params: { id } });
    expect(posts.map((post) => [post.id, post.locked?.reason])).toEqual([
      [postIds[0], 'price'],
      [postIds[1], 'price'],
      [postIds[2], 'login'],
    ]);
  });

  test('a collection takes only locked posts of its producer, each once, 2 to 50', async () => {
    const [mine] = await publishPriced(app, creator, [1_000]);
    const open = (await publish(app, creator, { text: 'Aberto', pictures: 0 })).id;
    const other = await joinProducer(app, 'outracolecao');
    const [foreign] = await publishPriced(app, other, [1_000]);
    const codes = [];
    const capitals = mine?.toUpperCase() as PostId;
    for (const postIds of [[mine, open], [mine, foreign], [mine], [mine, mine], [mine, capitals]]) {
      const { reply } = await creator.ask('POST /collections', {
        body: { title: 'Ensaios', price: 1_500, postIds: postIds as PostId[] },
      });
      codes.push([reply.code, Object.keys(reply.fields ?? {})]);
    }
    expect(codes).toEqual([
      ['collection.postNotLocked', ['postIds']],
      ['collection.postNotLocked', ['postIds']],
      ['validate.invalidRequest', ['postIds']],
      ['validate.invalidRequest', ['postIds']],
      ['validate.invalidRequest', ['postIds']],
    ]);
  });

  test('a collection is changed, paused and deleted by its producer', async () => {
    const { id, postIds } = await create([1_000, 1_000, 1_000]);
    const order = postIds.toReversed().slice(0, 2);
    expect(await edit(id, { title: 'Outro nome', price: 900, postIds: order })).toMatchObject({
      title: 'Outro nome',
      text: 'Do mês',
      price: 900,
      postIds: order,
      mine: true,
      sales: 0,
    });
    expect(await listed(app.visitor)).toContain(id);
    expect(await edit(id, { paused: true })).toMatchObject({ paused: true, offer: null });
    expect([await refusalOf(app.visitor, id), await listed(app.visitor)]).toEqual([
      'collection.notFound',
      expect.not.arrayContaining([id]),
    ]);
    expect(await edit(id, { paused: false })).toMatchObject({ paused: false });
    const params = { id };
    await creator.call('DELETE /collections/{id}', { params });
    expect([
      await refusalOf(creator, id),
      await refused(creator, 'DELETE /collections/{id}', { params }),
      await refused(creator, 'PUT /collections/{id}', { params, body: { paused: true } }),
    ]).toEqual(['collection.notFound', 'collection.notFound', 'collection.notFound']);
    // The refused change left nothing: buyers see it as it was.
    expect(
      (await app.ctx.pool.query('SELECT paused_at FROM collections WHERE id = $1', [id])).rows,
    ).toEqual([{ paused_at: null }]);
  });

  test('a collection is not on sale with fewer than two published posts', async () => {
    const { id, postIds } = await create([1_000, 1_000]);
    const [first] = postIds;
    const params = { id: first as PostId };
    await creator.call('POST /posts/{id}/archive', { params });
    expect([await refusalOf(app.visitor, id), await listed(app.visitor)]).toEqual([
      'collection.notFound',
      expect.not.arrayContaining([id]),
    ]);
    expect(await viewAs(creator, id)).toMatchObject({ offer: null, paused: false, postIds });
    await creator.call('POST /posts/{id}/unarchive', { params });
    expect(await listed(app.visitor)).toContain(id);
    await creator.call('PUT /posts/{id}', { params, body: { price: null } });
    expect(await listed(app.visitor)).not.toContain(id);
  });

  test('the number of collections of a producer is limited', async () => {
    const other = await joinProducer(app, 'muitascolecoes');
    const postIds = await publishPriced(app, other, [1_000, 1_000]);
    const create = () =>
      refused(other, 'POST /collections', { body: { title: 'Mais uma', price: 500, postIds } });
    // The route takes 30 calls a minute of an address.
    await app.ctx.pool.query(
      `INSERT INTO collections (id, producer_id, title, text, price_centavos, created_at)
        SELECT gen_random_uuid(), $1, 'Uma', '', 500, $2 FROM generate_series(1, 48)`,
      [other.profileId, app.clock.now()],
    );
    const codes = await Promise.all([create(), create(), create(), create()]);
    expect(codes.toSorted()).toEqual(['collection.tooMany', 'collection.tooMany', null, null]);
  });
});

describe('what was bought with a collection', () => {
  test('what was bought with a collection stays when the collection or its posts are changed or deleted', async () => {
    const { id, postIds } = await create([1_000, 1_000, 1_000]);
    const person = await app.join('guardacolecao');
    await purchaseCollection(app, person, id);
    const [first, second, third] = postIds as [PostId, PostId, PostId];
    await creator.call('DELETE /posts/{id}', { params: { id: first } });
    await creator.call('POST /posts/{id}/archive', { params: { id: second } });
    const [added] = await publishPriced(app, creator, [500]);
    await edit(id, { postIds: [third, added] });
    const open = async () =>
      (await person.call('GET /collections/{id}/posts', { params: { id } })).map((post) => [
        post.id,
        post.locked === null,
      ]);
    // What is added later is sold by itself.
    expect((await open()).toSorted()).toEqual(
      [
        [first, true],
        [second, true],
        [third, true],
        [added, false],
      ].toSorted(),
    );
    expect(await viewAs(person, id)).toMatchObject({ owned: 1, offer: { postIds: [added] } });
    await creator.call('DELETE /collections/{id}', { params: { id } });
    expect(await viewAs(person, id)).toMatchObject({ purchased: true, offer: null });
    expect((await open()).filter(([, full]) => full)).toHaveLength(3);
    expect((await person.call('GET /collections/purchased')).map((one) => one.id)).toEqual([id]);
    expect(await refusalOf(app.visitor, id)).toBe('collection.notFound');
  });

  test('a bought collection is hidden while its producer is hidden from the buyer', async () => {
    const { id, postIds } = await create([1_000, 1_000]);
    const person = await app.join('bloqueiocolecao');
    await purchaseCollection(app, person, id);
    await block(app, creator, person);
    expect([
      await refusalOf(person, id),
      await person.call('GET /collections/purchased'),
      await refused(person, 'GET /posts/{id}', { params: { id: postIds[0] as PostId } }),
    ]).toEqual(['collection.notFound', [], 'post.notFound']);
    await unblock(app, creator, person);
    expect(await viewAs(person, id)).toMatchObject({ purchased: true });
  });

  test('a bought collection is in the archive of the buyer, and its terms in that of the producer', async () => {
    const { id, postIds } = await create([1_000, 1_000]);
    const person = await app.join('arquivocolecao');
    await purchaseCollection(app, person, id);
    const filesOf = async ({ profileId }: ApiClient) => {
      const files: Record<string, unknown> = {};
      for (const { path, content } of exportCollectionsOf(app.ctx, profileId)) {
        const lines = await Array.fromAsync(await content());
        files[path] = JSON.parse(lines.join(''));
      }
      return files;
    };
    expect(await filesOf(person)).toEqual({
      'collections/collections.json': [],
      'purchases/collections.json': [
        expect.objectContaining({ collectionId: id, title: 'Ensaios', priceCentavos: 1_500 }),
      ],
    });
    expect((await filesOf(creator))['collections/collections.json']).toContainEqual(
      expect.objectContaining({ id, postIds }),
    );
  });
});

describe('without a proof of age', () => {
  const headers = { 'x-country': 'GB' };

  test('a collection has neither title nor text without a proof of age, except for its producer', async () => {
    const { id, postIds } = await create([1_000, 1_000]);
    const buyer = await app.join('semprova');
    await purchaseCollection(app, buyer, id);
    const params = { id };
    const query = { profileId: creator.profileId };
    const wordsFor = async (person: ApiClient) =>
      [
        await person.call('GET /collections/{id}', { params, headers }),
        ...(await person.call('GET /collections', { query, headers })).filter(
          (one) => one.id === id,
        ),
      ].map(({ title, text }) => [title, text]);
    const none = [
      ['', ''],
      ['', ''],
    ];
    expect(await wordsFor(app.visitor)).toEqual(none);
    expect(await wordsFor(app.fan)).toEqual(none);
    expect(await wordsFor(buyer)).toEqual(none);
    expect((await wordsFor(creator))[0]).toEqual(['Ensaios', 'Do mês']);
    const [bought] = await buyer.call('GET /collections/purchased', { headers });
    expect(bought).toMatchObject({ id, title: '', text: '' });
    const offers = { query: { postIds: postIds.join(',') }, headers };
    expect((await app.visitor.call('GET /collections/offers', offers))[0]).toMatchObject({
      collectionId: id,
      title: '',
    });
  });
});

describe('GET /collections/offers', () => {
  const offersTo = async (person: ApiClient, postIds: readonly string[]) =>
    (await person.call('GET /collections/offers', { query: { postIds: postIds.join(',') } })).map(
      ({ postId, collectionId, price, posts }) => [postId, collectionId, price, posts],
    );

  test('offers name for each post the two newest collections that sell it, with price and posts', async () => {
    const first = await create([1_000, 1_000, 1_000], 1_500);
    const [one, two, three] = first.postIds as [PostId, PostId, PostId];
    const again = async (postIds: PostId[]) => {
      app.clock.advance(1_000);
      const body = { title: 'De novo', price: centavos(900), postIds };
      return (await creator.call('POST /collections', { body })).id;
    };
    const [second, third] = [await again([one, two]), await again([one, three])];
    expect(await offersTo(app.visitor, [two, one])).toEqual([
      [two, second, 900, 2],
      [two, first.id, 1_500, 3],
      [one, third, 900, 2],
      [one, second, 900, 2],
    ]);
    const person = await app.join('ofertas');
    await purchaseCollection(app, person, second);
    expect(await offersTo(person, [one, three])).toEqual([
      [three, third, 450, 1],
      [three, first.id, 500, 1],
    ]);
    await edit(third, { paused: true });
    expect(await offersTo(person, [three])).toEqual([[three, first.id, 500, 1]]);
    await creator.call('DELETE /collections/{id}', { params: { id: first.id } });
    expect(await offersTo(person, [three])).toEqual([]);
    expect(await offersTo(creator, [one])).toEqual([]);
  });

  test('offers are read for up to fifty posts, and refuse what is no id', async () => {
    const ask = (postIds: string) =>
      refused(app.visitor, 'GET /collections/offers', { query: { postIds } });
    const ids = Array.from({ length: 51 }, () => newId());
    expect([await ask(ids.slice(1).join(',')), await ask(ids.join(',')), await ask('x')]).toEqual([
      null,
      'validate.invalidRequest',
      'validate.invalidRequest',
    ]);
  });
});

test('bought collections are listed page by page after full exchanges of their posts, those on sale first', async () => {
  const parts: PostId[][] = [];
  for (let part = 0; part < 3; part += 1)
    parts.push(
      await publishPriced(
        app,
        creator,
        Array.from({ length: 50 }, () => 1_000),
      ),
    );
  const [first, second, third] = parts as [PostId[], PostId[], PostId[]];
  const { id } = await creator.call('POST /collections', {
    body: { title: 'Tudo', price: centavos(1_500), postIds: first },
  });
  const person = await app.join('trocatudo');
  for (const postIds of [first, second, third]) {
    await edit(id, { postIds });
    await purchaseCollection(app, person, id);
  }
  const page = async (query: object = {}) =>
    (await person.ask('GET /collections/{id}/posts', { params: { id: id }, query })).reply;
  const one = await page();
  expect([one.data.map((post) => post.id), one.total]).toEqual([third, 150]);
  const rest = await page({ offset: 50, limit: 100 });
  expect(rest.data.map((post) => post.id).toSorted()).toEqual([...first, ...second].toSorted());
  expect(rest.data.every(({ locked }) => locked === null)).toBe(true);
});

test('a repeated request with its key creates one collection', async () => {
  const postIds = await publishPriced(app, creator, [1_000, 1_000]);
  const idempotencyKey = newId();
  const body = { title: 'Uma só', price: centavos(900), postIds };
  const made = await Promise.all(
    [1, 2, 3].map(() => creator.call('POST /collections', { body, idempotencyKey })),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
});
