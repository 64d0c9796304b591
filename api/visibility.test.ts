// Every read of the contract, by a requester in a blocked place, a blocked person, a blocking
// person and others: a hidden profile appears nowhere.
import { routes } from '@camarim/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { CASES, type ReadRoute } from './testing/access/hidden-profile.ts';
import type { Input, ReadCase, World } from './testing/access/read-case.ts';
import { insertCollection } from './testing/collecting.ts';
import { TEST_PASSWORD, testApp, type TestApp } from './testing/app.ts';
import { fill, joinProducer, open, picture, publish } from './testing/publishing.ts';
import { registerOrLogIn, upload } from './api-client.ts';

const walked = (Object.entries(CASES) as [ReadRoute, ReadCase][]).flatMap(([key, one]) =>
  typeof one === 'string' ? [] : [[key, one] as const],
);

const RIO = { 'x-state': 'RJ', 'x-city': 'Niter\u00f3i' };
const MINAS = { 'x-state': 'MG' };
const PORTUGAL = { 'x-country': 'PT' };

/** A requester and the place of the request. */
type RequesterCase = { name: string; person: () => ApiClient; headers: Record<string, string> };
const HIDDEN_FROM: RequesterCase[] = [
  { name: 'a visitor in a blocked state', person: () => app.visitor, headers: RIO },
  {
    name: 'a visitor in a blocked city',
    person: () => app.visitor,
    headers: { 'x-state': 'sao paulo', 'x-city': 'SAO JOSE DOS CAMPOS' },
  },
  { name: 'a visitor in a blocked country', person: () => app.visitor, headers: PORTUGAL },
  { name: 'a member in a blocked state', person: () => people.away, headers: RIO },
  {
    name: 'a member in a country in which the profile is not shown',
    person: () => people.abroad,
    headers: { 'x-country': 'ES' },
  },
  {
    name: 'a member whose address is in a blocked state',
    person: () => people.resident,
    headers: MINAS,
  },
  { name: 'a person it blocks', person: () => people.blocked, headers: MINAS },
  { name: 'a person who blocks it', person: () => people.blocker, headers: MINAS },
];
const SHOWN_TO: RequesterCase[] = [
  { name: 'a visitor elsewhere', person: () => app.visitor, headers: MINAS },
  {
    name: 'a visitor in another city of the state',
    person: () => app.visitor,
    headers: { 'x-state': 'SP', 'x-city': 'Campinas' },
  },
  { name: 'a member elsewhere', person: () => people.control, headers: MINAS },
];

let app: TestApp;
let world: World;
let people: Record<'away' | 'abroad' | 'resident' | 'blocked' | 'blocker' | 'control', ApiClient>;
/** Strings that identify the hidden profiles or their content. */
let marks: string[];
let pictures: { ofPost: string; avatar: string };
let boundAddresses: Map<ApiClient, string>;

const callAs = async (
  { person, headers }: RequesterCase,
  key: ReadRoute,
  input: Input,
): Promise<{ status: number; text: string }> => {
  const { status, reply } = await person().ask(key, { ...input, headers } as never);
  return { status, text: JSON.stringify(reply) };
};
const named = (text: string): string[] => marks.filter((mark) => text.includes(mark));
const mayCall = ({ person }: RequesterCase, { member }: Exclude<ReadCase, string>): boolean =>
  !member || person() !== app.visitor;

const follow = (who: ApiClient, whom: ApiClient) =>
  who.call('POST /profiles/{id}/follow', {
    params: { id: whom.profileId },
    body: { following: true },
  });

/**
 * All that ties the profile to those who look, before it hides: follows both ways, comments, notes
 * and a purchase.
 */
const befriend = async (segredo: ApiClient, paidPostId: string): Promise<void> => {
  for (const person of Object.values(people)) {
    await follow(person, segredo);
    await follow(person, world.lia);
    await follow(segredo, person);
    await person.call('POST /posts/{id}/save', { params: { id: paidPostId }, body: {} });
    await person.call('POST /posts/{id}/like', { params: { id: paidPostId }, body: {} });
    for (const [, { connect }] of walked) await connect?.(app, person, segredo);
    await fill(app, person, 2_000);
    await person.call('POST /posts/{id}/purchase', {
      params: { id: paidPostId },
      body: { price: 500 },
      idempotencyKey: `buy-${person.domainName}`,
    });
  }
};

const hide = async (profile: ApiClient): Promise<void> => {
  await profile.call('POST /profiles/geolocation-block', { body: { state: 'Rio de Janeiro' } });
  await profile.call('POST /profiles/geolocation-block', {
    body: { state: 'SP', city: 'São José dos Campos' },
  });
  await profile.call('POST /profiles/geolocation-block', { body: { country: 'PT' } });
  await profile.call('PUT /profiles/geolocation-countries', { body: { countries: ['BR', 'PT'] } });
  const { pool } = app.ctx;
  // Straight in the table: the call would end the follows, and what is to be seen here is that the
  // rule hides them.
  await pool.query(
    'INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, now()), ($3, $1, now())',
    [profile.profileId, people.blocked.profileId, people.blocker.profileId],
  );
};

const prepare = async (): Promise<void> => {
  const [segredo, sombra, lia, neutra] = [
    await joinProducer(app, 'segredo'),
    await joinProducer(app, 'segredo.sombra'),
    await joinProducer(app, 'lia'),
    await joinProducer(app, 'neutra'),
  ];
  people = {
    away: await joinProducer(app, 'longe'),
    abroad: await joinProducer(app, 'estrangeira'),
    resident: await joinProducer(app, 'moradora'),
    blocked: await joinProducer(app, 'bloqueada'),
    blocker: await joinProducer(app, 'bloqueadora'),
    control: await joinProducer(app, 'controle'),
  };
  await people.resident.call('PUT /profiles', {
    body: { street: 'Rua A', county: 'Centro', city: 'Niterói', stateCode: 'RJ', zip: '24020-005' },
  });
  const avatar = await segredo.call('PUT /profiles', {
    body: {
      gender: 'woman',
      profileImageKey: await upload(app.server, segredo, await picture(3), 'image/jpeg', 'public'),
    },
  });
  // Older than what will be hidden, so that they come into a page only when that is left out before
  // the page is cut.
  const liasPost = await publish(app, lia, { seed: 11, text: 'da lia' });
  await publish(app, neutra, { seed: 13, text: 'de quem ninguém segue nem esconde' });
  const openPost = await publish(app, segredo, { text: 'aberto a todos' });
  const paidPost = await publish(app, segredo, { seed: 7, price: 500 });
  const unfollowed = await publish(app, sombra, { seed: 9, text: 'de quem ninguém segue' });
  const comment = async (person: ApiClient, postId: string) =>
    (
      await person.call('POST /comments', {
        body: { postId: postId, text: 'oi' },
        idempotencyKey: `comment-${person.domainName}`,
      })
    ).id;
  const comments = [await comment(segredo, liasPost.id), await comment(lia, openPost.id)];
  const answeredId = await comment(neutra, liasPost.id);
  comments.push(
    (
      await segredo.call('POST /comments', {
        body: { postId: liasPost.id, text: 'respondo', replyTo: answeredId },
      })
    ).id,
  );
  await segredo.call('POST /goals', { body: { title: 'Refletor', value: 10_000 } });
  // The first has no buyer: what was bought is offered no more.
  const offered = await segredo.call('GET /collections/{id}', {
    params: { id: await insertCollection(app, segredo) },
  });
  world = {
    segredo,
    lia,
    openPostId: openPost.id,
    liasPostId: liasPost.id,
    collectionId: await insertCollection(app, segredo),
    collectionPostId: offered.postIds[0] ?? '',
    answeredId,
  };
  await befriend(segredo, paidPost.id);
  marks = [
    'segredo',
    segredo.profileId,
    sombra.profileId,
    ...[openPost, paidPost, unfollowed].flatMap(({ id, mediaIds }) => [id, ...mediaIds]),
    ...comments,
  ];
  boundAddresses = new Map();
  for (const person of Object.values(people)) {
    const post = await person.call('GET /posts/{id}', {
      params: { id: paidPost.id },
      headers: MINAS,
    });
    if (person !== people.resident) expect(post.locked).toBeNull();
    boundAddresses.set(person, post.medias[0]?.url ?? '');
  }
  pictures = {
    ofPost:
      (await app.visitor.call('GET /posts/{id}', { params: { id: openPost.id } })).medias[0]?.url ??
      '',
    avatar: avatar.profileImage ?? '',
  };
  await hide(segredo);
  await hide(sombra);
  // Sessions remember an address, and deliveries a right, for a few seconds.
  app.clock.advance(6_000);
};

beforeAll(async () => {
  app = await testApp({
    pages: 'built',
    settings: {
      TRUST_PROXY: 'loopback',
      GEO_COUNTRY_HEADER: 'X-Country',
      GEO_STATE_HEADER: 'X-State',
      GEO_CITY_HEADER: 'X-City',
    },
  });
  await prepare();
});

it('every read of the contract has a case', () => {
  expect(Object.keys(CASES).sort()).toEqual(
    Object.keys(routes)
      .filter((key) => key.startsWith('GET '))
      .sort(),
  );
});

describe.each(SHOWN_TO)('$name', (looker) => {
  it.each(walked)(
    'a viewer from whom the profile is not hidden sees it in %s',
    async (key, one) => {
      if (!mayCall(looker, one)) return;
      for (const input of one.shows(world)) {
        const { status, text } = await callAs(looker, key, input);
        expect([status, key, input, named(text).length > 0]).toEqual([200, key, input, true]);
      }
    },
  );
});

describe.each(HIDDEN_FROM)('$name', (looker) => {
  it.each(walked)('a hidden profile does not appear in %s', async (key, one) => {
    if (!mayCall(looker, one)) return;
    for (const input of one.shows(world)) {
      const { status, text } = await callAs(looker, key, input);
      // One's own note names the profile that one wrote about, never more than its id.
      expect([status < 500, key, input, named(text)]).toEqual([true, key, input, []]);
    }
  });

  it('a hidden profile leaves no gap in a page of a list', async () => {
    const first = async (key: ReadRoute, query: Record<string, string> = {}) =>
      (
        (await looker.person().call(key, {
          query: { limit: '1', ...query },
          headers: looker.headers,
        })) as unknown[]
      ).length;
    expect(await first('GET /publics/posts/featured')).toBe(1);
    if (looker.person() === app.visitor) return;
    expect([
      await first('GET /posts/timeline'),
      await first('GET /posts/timeline', { others: 'true' }),
    ]).toEqual([1, 1]);
  });

  it('no call can act on a hidden profile', async () => {
    const person = looker.person();
    if (person === app.visitor) return;
    const { segredo, openPostId } = world;
    const at = { headers: looker.headers };
    const profile = { params: { id: segredo.profileId }, ...at };
    const post = { params: { id: openPostId }, ...at };
    const key = (what: string) => `${what}-${person.domainName}`;
    const replies = [
      await person.ask('POST /profiles/{id}/follow', { ...profile, body: { following: true } }),
      await person.ask('POST /profiles/{id}/like-profile', profile),
      await person.ask('POST /posts/{id}/like', { ...post, body: { liked: true } }),
      await person.ask('POST /posts/{id}/save', { ...post, body: { saved: true } }),
      await person.ask('POST /posts/{id}/purchase', {
        ...post,
        body: { price: 500 },
        idempotencyKey: key('again'),
      }),
      await person.ask('POST /collections/{id}/purchase', {
        params: { id: world.collectionId },
        body: { price: 1_500, postIds: [openPostId] },
        idempotencyKey: key('collection'),
        ...at,
      }),
      await person.ask('POST /funds/tips', {
        body: { toProfileId: segredo.profileId, value: 500 },
        idempotencyKey: key('tip'),
        ...at,
      }),
      await person.ask('POST /funds/tips', {
        body: { postId: openPostId, value: 500 },
        idempotencyKey: key('tip-post'),
        ...at,
      }),
      await person.ask('POST /comments', {
        body: { postId: openPostId, text: 'oi' },
        idempotencyKey: key('comment'),
        ...at,
      }),
    ];
    expect(
      replies.map(({ status }) => status).filter((status) => status !== 404 && status !== 403),
    ).toEqual([]);
  });

  it('no address serves a picture of a hidden profile', async () => {
    const person = looker.person();
    const statuses = [];
    for (const url of [pictures.ofPost, pictures.avatar, boundAddresses.get(person)])
      statuses.push((await open(app, person, url, looker.headers)).statusCode);
    expect(statuses.filter((status) => status === 200)).toEqual([]);
  });

  it('page and Open Graph card of a hidden profile are not found, also after another requester saw them', async () => {
    const cookies = ({ token, refreshToken }: ApiClient) => ({
      cookie: [
        'adult=1',
        ...(token ? [`token=${token}`, `refreshToken=${refreshToken}`] : []),
      ].join('; '),
    });
    for (const url of ['/segredo', '/', '/?explore=', '/search?q=segredo']) {
      const shared = await app.server.inject({
        url,
        headers: { ...cookies(app.visitor), ...MINAS },
      });
      expect([url, shared.statusCode, named(shared.body).length > 0]).toEqual([url, 200, true]);
      const { body, statusCode } = await app.server.inject({
        url,
        headers: { ...cookies(looker.person()), ...looker.headers },
      });
      // What was asked for is repeated in the address and in the search box.
      expect([
        url,
        named(body).filter((mark) => mark !== 'segredo'),
        body.includes('Nome segredo'),
        body.includes('og:title" content="Nome'),
      ]).toEqual([url, [], false, false]);
      if (url === '/segredo') expect([403, 404]).toContain(statusCode);
    }
  });
});

it('pictures are served to requesters who may see their profile', async () => {
  const statuses = [];
  for (const url of [pictures.ofPost, pictures.avatar, boundAddresses.get(people.control)])
    statuses.push((await open(app, people.control, url, MINAS)).statusCode);
  for (const url of [pictures.ofPost, pictures.avatar])
    statuses.push((await open(app, app.visitor, url, MINAS)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
});

it('the page of a blocked place says so, in the reader’s language', async () => {
  const page = (locale: string) =>
    app.server.inject({
      url: '/segredo',
      headers: { cookie: `adult=1; locale=${locale}`, ...RIO },
    });
  expect((await page('pt')).body).toContain('Perfil não localizado.');
  expect((await page('en')).body).toContain('Profile not located.');
});

it('a hidden profile stays hidden after a new log-in', async () => {
  const again = await registerOrLogIn(app.server, {
    username: 'bloqueada',
    name: 'x',
    email: 'bloqueada@example.com',
    password: TEST_PASSWORD,
  });
  expect(named(JSON.stringify((await again.ask('GET /publics/profiles/online')).reply))).toEqual(
    [],
  );
});
