// Searching posts, regardless of accents and never by locked text; and who is notified of a
// mention.
import type { PostId } from '@camarim/contract/ids';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { block, joinProducer, publish, refused, unblock } from '../../../testing/publishing.ts';
import type { ApiClient } from '../../../api-client.ts';
import { countStaleListings } from '../../listings/index.ts';

let app: TestApp;
let iris: ApiClient;
let fan: ApiClient;

beforeAll(async () => {
  app = await testApp();
  ({ producer: iris, fan } = app);
});
beforeEach(async () => {
  await app.runJobs();
  await app.ctx.pool.query('TRUNCATE posts, profile_tags CASCADE');
  await app.ctx.pool.query('DELETE FROM notifications');
});

const say = async (text: string, terms = {}): Promise<PostId> => {
  app.clock.advance(1_000);
  return (await publish(app, iris, { pictures: 0, text, ...terms })).id;
};
const search = async (q: string, person: ApiClient = app.visitor, query = {}): Promise<string[]> =>
  (await person.call('GET /posts/search', { query: { q, ...query } })).map(({ id }) => id);

describe('searching posts', () => {
  test.each([
    ['verao', 'Fotos do Verão em São Paulo'],
    ['FOTO sao paulo', 'Fotos do Verão em São Paulo'],
    ['dançando', 'Hoje dancei, dançamos e vou dançar'],
    ['Kyoto', 'Uma noite em Kyōto'],
    ['"luz do sol"', 'A luz do sol na janela'],
  ])('%s finds “%s”', async (q, text) => {
    const id = await say(text);
    await say('outra coisa');
    expect(await search(q)).toEqual([id]);
  });

  test('a tag is found with any accents and not as a part of another', async () => {
    const id = await say('Que dia #Verão');
    await say('O verão sem tag');
    for (const tag of ['#verao', '#VERÃO', '#Verão']) expect(await search(tag)).toEqual([id]);
    await iris.call('PUT /posts/{id}', { params: { id }, body: { text: 'Que dia #inverno' } });
    expect([await search('#verao'), await search('#inverno')]).toEqual([[], [id]]);
  });

  test('results are paged newest first', async () => {
    const ids = [await say('praia 1'), await say('praia 2'), await say('praia 3')].toReversed();
    const { reply } = await app.visitor.ask('GET /posts/search', {
      query: { q: 'praia', limit: 2 },
    });
    expect(reply.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(await search('praia', fan, { before: reply.cursor })).toEqual(ids.slice(2));
  });

  test('unpublished posts and text hidden from the reader are not found', async () => {
    await say('segredo pago', { price: 500 });
    await say('segredo de membros', { public: false });
    await say('segredo de amanhã', {
      startWhen: new Date(app.clock.now().getTime() + 60_000).toISOString(),
    });
    await say('segredo em rascunho', { draft: true });
    expect([await search('segredo'), await search('segredo', iris)]).toEqual([[], []]);
    const { id } = await publish(app, iris, { seed: 3, text: 'segredo: a isca', price: 500 });
    expect(await search('segredo')).toEqual([id]);
    for (const [blocker, blocked] of [
      [iris, fan],
      [fan, iris],
    ] as const) {
      await block(app, blocker, blocked);
      expect(await search('segredo', fan)).toEqual([]);
      await unblock(app, blocker, blocked);
    }
  });

  test.each(['', '  ', 'x'.repeat(101)])('the query %j is refused', async (q) =>
    expect((await fan.ask('GET /posts/search', { query: { q } })).status).toBe(400),
  );
  test.each([`'; DROP TABLE posts --`, '"', '!!! & | <->', '#', '\\'])(
    'the query %s finds nothing without an error',
    async (q) => expect(await search(q)).toEqual([]),
  );
});

describe('suggestions', () => {
  const suggest = async (q: string, person: ApiClient = app.visitor) => {
    const { profiles, tags } = await person.call('GET /posts/suggestions', { query: { q } });
    return [profiles.map(({ domainName }) => domainName), tags];
  };
  const tagged = async (text: string, terms = {}) => {
    await say(text, terms);
    await countStaleListings(app.ctx);
  };

  test('people are suggested by a part of a name, tags by their beginning, to visitors too', async () => {
    await tagged('um #Irisado e um #verão');
    await tagged('mais #verao, e #veranico');
    expect(await suggest('iris')).toEqual([['iris'], ['irisado']]);
    expect(await suggest('VER')).toEqual([[], ['verao', 'veranico']]);
    expect(await suggest('#ver')).toEqual([[], ['verao', 'veranico']]);
    expect(await suggest('me ir')).toEqual([['iris'], []]);
  });

  test('suggestions name neither a tag that is not public nor a hidden profile and its tags', async () => {
    await tagged('só para membros #vermelho', { public: false });
    await tagged('pago #verniz', { price: 500 });
    await tagged('aberto #verde');
    expect(await suggest('ver')).toEqual([[], ['verde']]);
    await block(app, iris, fan);
    expect([await suggest('ver', fan), await suggest('iris', fan)]).toEqual([
      [[], []],
      [[], []],
    ]);
    await unblock(app, iris, fan);
  });

  test('suggestions name neither a suspended producer nor their tags', async () => {
    const setStage = (stage: 'approved' | 'suspended') =>
      app.ctx.db
        .updateTable('profiles')
        .set({ producer_stage: stage })
        .where('id', '=', iris.profileId)
        .execute();
    await setStage('suspended');
    expect(await suggest('iris')).not.toContainEqual(expect.arrayContaining(['iris']));
    expect(await suggest('ver')).toEqual([[], []]);
    await setStage('approved');
  });

  test('a single letter is refused', async () =>
    expect((await app.visitor.ask('GET /posts/suggestions', { query: { q: 'a' } })).status).toBe(
      400,
    ));
});

describe('a mentioned person', () => {
  const notified = async (): Promise<string[]> => {
    await app.runJobs();
    const { rows } = await app.ctx.pool.query(
      `SELECT profile_id FROM notifications WHERE type = 'mention'`,
    );
    return rows.map((row) => row.profile_id);
  };

  test('a mentioned person is notified once, also after an edit, and the author never is', async () => {
    const id = await say('com @davi e @iris e @ninguem');
    expect(await notified()).toEqual([fan.profileId]);
    await iris.call('PUT /posts/{id}', { params: { id }, body: { text: 'com @davi e @malu' } });
    expect((await notified()).toSorted()).toEqual(
      [fan.profileId, app.stranger.profileId].toSorted(),
    );
    const [notice] = await fan.call('GET /profiles/notifications');
    expect(notice).toMatchObject({
      type: 'mention',
      message: 'Nome iris mencionou você em um post.',
      postId: id,
    });
  });

  test('a mentioned person is notified when a scheduled post starts or a draft is published', async () => {
    await say('@davi', { startWhen: new Date(app.clock.now().getTime() + 60_000).toISOString() });
    const draft = await say('@malu', { draft: true });
    expect(await notified()).toEqual([]);
    app.clock.advance(60_000);
    expect(await notified()).toEqual([fan.profileId]);
    await iris.call('PUT /posts/{id}', { params: { id: draft }, body: { draft: false } });
    expect(await notified()).toContain(app.stranger.profileId);
  });

  test('a mentioned person is not notified of posts that they may not read', async () => {
    await say('só para membros, @davi', { public: false });
    await block(app, iris, fan);
    await say('olha, @davi');
    expect(await notified()).toEqual([]);
    await unblock(app, iris, fan);
    expect(await notified()).toEqual([]);
    await say('pago @davi', { price: 500 });
    expect(await notified()).toEqual([]);
  });
});

test('producers find posts of other producers', async () => {
  const rival = await joinProducer(app, 'rival');
  const id = await say('achado');
  expect(await search('achado', rival)).toEqual([id]);
  expect(await refused(rival, 'GET /posts/search', { query: { q: 'x', before: 'x' } })).toBe(
    'validate.invalid',
  );
});
