// What the age gate owns, whatever the verifier: attempts, cookies, single use, proofs, and figures
// of the day.
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { answeringVerifier, cookiesOf } from '../../testing/age/answering-verifier.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { createAgeGate } from './age-gate.ts';
import { createAgeCookies } from './cookies.ts';
import { localVerifier } from './verifiers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    settings: { CAMARIM_COUNTRY: 'BR', TRUST_PROXY: 'loopback', GEO_COUNTRY_HEADER: 'x-country' },
    verifiers: [
      answeringVerifier(),
      answeringVerifier({ id: 'carrier', answeredBy: 'wallet' }),
      answeringVerifier({ id: 'guesser', kind: 'estimation', blind: 'single' }),
      answeringVerifier({ id: 'absent', ready: async () => false }),
    ],
  });
});

type Cookies = Record<string, string>;
const begin = async (method = 'tester', device: 'same' | 'other' = 'same') => {
  const answer = await app.visitor.ask('POST /publics/age', { body: { method, device } });
  const step = answer.reply.data?.step;
  const url = new URL(step?.kind === 'redirect' ? step.url : 'http://none.invalid');
  return { answer, headers: cookiesOf(answer), state: url.searchParams.get('state') ?? '' };
};
const bring = (headers: Cookies, answer: Record<string, string> = {}) =>
  app.visitor.ask('POST /publics/age/answer', { body: { answer }, headers });
const outcomeOf = async (headers: Cookies, answer: Record<string, string> = {}) => {
  const { reply } = await bring(headers, answer);
  return reply.code ?? reply.data.outcome;
};
const post = (form: Record<string, string>) =>
  app.server.inject({
    method: 'POST',
    url: '/age/answers',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
const isProven = async (headers: Cookies, place: Cookies = {}) =>
  (await app.visitor.call('GET /publics/age', { headers: { ...headers, ...place } })).proven;
const countAttempts = async () =>
  Number((await app.ctx.pool.query('SELECT count(*) AS n FROM age_tries')).rows[0].n);

describe('an attempt', () => {
  test('an adult gets a proof, and the attempt is gone with its cookie', async () => {
    const before = await countAttempts();
    const { headers } = await begin();
    expect(await isProven(headers)).toBe(false);
    const ended = await bring(headers, { outcome: 'over' });
    expect(ended.reply.data).toMatchObject({ outcome: 'over', expiresAt: expect.any(String) });
    expect(await isProven(cookiesOf(ended))).toBe(true);
    expect(String(ended.headers['set-cookie'])).toContain('age-try=;');
    expect(await countAttempts()).toBe(before);
    expect(await outcomeOf(headers, { outcome: 'over' })).toBe('age.tryEnded');
  });

  test.each(['under', 'refused', 'down'])(
    'the verdict %s gives no proof and ends the attempt',
    async (outcome) => {
      const { headers } = await begin();
      const ended = await bring(headers, { outcome });
      expect(ended.reply.data.outcome).toBe(outcome === 'down' ? 'unavailable' : outcome);
      expect(await isProven(cookiesOf(ended))).toBe(false);
      expect(await outcomeOf(headers, { outcome: 'over' })).toBe('age.tryEnded');
    },
  );

  test('a verdict that is still to come is asked for again', async () => {
    const { headers } = await begin();
    expect(await outcomeOf(headers, { outcome: 'pending' })).toBe('waiting');
    expect(await outcomeOf(headers, { outcome: 'over' })).toBe('over');
  });

  test('only one of two answers to an attempt at the same moment is judged', async () => {
    const { headers } = await begin();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => outcomeOf(headers, { outcome: 'over' })),
    );
    expect(outcomes.filter((outcome) => outcome === 'over')).toHaveLength(1);
  });

  test('an attempt belongs to the browser that began it', async () => {
    const { headers } = await begin();
    const others: Cookies[] = [{}, { cookie: 'age-try=AAAA' }];
    for (const other of others)
      expect(await outcomeOf(other, { outcome: 'over' })).toBe('age.tryEnded');
    expect(await outcomeOf(headers, { outcome: 'over' })).toBe('over');
  });

  test('an attempt is over after its minutes', async () => {
    const { headers } = await begin();
    app.clock.advance(300_000);
    expect(await outcomeOf(headers, { outcome: 'over' })).toBe('age.tryEnded');
    await begin();
    expect(await countAttempts()).toBe(1);
  });

  test('cookie, state and secret of an attempt are not readable in the database', async () => {
    const { headers, state } = await begin();
    const { rows } = await app.ctx.pool.query('SELECT age_tries::text AS line FROM age_tries');
    const text = rows.map(({ line }) => line).join('\n');
    const hex = (word: string) => Buffer.from(word).toString('hex');
    const cookie = headers['cookie']?.replace(/^age-try=/, '') ?? '';
    for (const word of [cookie, state, 'the tester']) {
      expect(word).not.toBe('');
      expect(text).not.toContain(word);
      expect(text).not.toContain(hex(word));
    }
  });
});

describe('an answer that a wallet sends', () => {
  test('an answer of a wallet on the same device lets in only the browser with the returned code', async () => {
    const { headers, state } = await begin('carrier');
    expect(await outcomeOf(headers)).toBe('waiting');
    const received = await post({ state, outcome: 'over' });
    const { redirect_uri: back } = received.json() as { redirect_uri: string };
    expect(back).toMatch(/\/account\/age\/return#response_code=[\w-]{43}$/);
    const code = back.split('response_code=')[1] ?? '';
    // Who only began the attempt, such as an attacker who sent the link to an adult, has no code.
    expect(await outcomeOf(headers)).toBe('waiting');
    expect(await outcomeOf(headers, { response_code: code.replace(/.$/, '_') })).toBe('waiting');
    expect(await outcomeOf({}, { response_code: code })).toBe('age.tryEnded');
    expect(await outcomeOf(headers, { response_code: code })).toBe('over');
    expect(await outcomeOf(headers, { response_code: code })).toBe('age.tryEnded');
  });

  test('an answer of a wallet on another device lets in the waiting browser within two minutes', async () => {
    const { headers, state } = await begin('carrier', 'other');
    expect((await post({ state, outcome: 'over' })).json()).toEqual({});
    expect(await outcomeOf(headers)).toBe('over');
    const late = await begin('carrier', 'other');
    app.clock.advance(120_000);
    expect((await post({ state: late.state, outcome: 'over' })).statusCode).toBe(400);
  });

  test('a wallet’s second answer, one without a state and one for an attempt of a browser are refused', async () => {
    const { state } = await begin('carrier');
    expect((await post({ state, outcome: 'refused' })).statusCode).toBe(200);
    expect((await post({ state, outcome: 'over' })).statusCode).toBe(400);
    expect((await post({ outcome: 'over' })).statusCode).toBe(400);
    expect((await post({ state: (await begin()).state, outcome: 'over' })).statusCode).toBe(400);
  });

  test('an answer of more than 64 KiB is refused unread', async () => {
    const { state } = await begin('carrier');
    expect((await post({ state, outcome: 'x'.repeat(66_000) })).statusCode).toBe(413);
  });
});

describe('offers', () => {
  test('the place is offered what its rule accepts and what is ready', async () => {
    const { offers } = await app.visitor.call('GET /publics/age');
    expect(offers.map(({ id }) => id)).toEqual(['local', 'tester', 'carrier', 'guesser']);
    for (const method of ['absent', 'unknown'])
      expect((await begin(method)).answer.reply.code).toBe('age.methodNotOffered');
  });

  test('a proof from a place that accepts more is not accepted in one that accepts less', async () => {
    await app.ctx.pool.query(
      `INSERT INTO age_settings (version, rules, changed_by, reason, created_at) SELECT 1, $1,
        id, 'test', now() FROM profiles LIMIT 1`,
      [
        JSON.stringify([
          { country: 'BR', state: null, requires: 'verified', proofSeconds: 604_800 },
          {
            country: 'FR',
            state: null,
            requires: 'verified',
            proofSeconds: 3_600,
            estimation: false,
            methods: ['tester', 'guesser'],
          },
          {
            country: 'DE',
            state: null,
            requires: 'verified',
            proofSeconds: 3_600,
            doubleBlind: true,
          },
        ]),
      ],
    );
    app.clock.advance(5_000);
    const { headers } = await begin('guesser');
    const ended = await bring(headers, { outcome: 'over' });
    const proof = cookiesOf(ended);
    // A rule of before, with a longer life than any proof has now.
    expect(Date.parse(ended.reply.data.expiresAt ?? '') - app.clock.now().getTime()).toBeLessThan(
      12 * HOUR_MS + 1,
    );
    expect(
      await Promise.all(
        ['BR', 'FR', 'DE'].map((country) => isProven(proof, { 'x-country': country })),
      ),
    ).toEqual([true, false, false]);
    const offersIn = async (country: string) =>
      (
        await app.visitor.call('GET /publics/age', { headers: { 'x-country': country } })
      ).offers.map(({ id }) => id);
    expect(await offersIn('FR')).toEqual(['tester']);
    expect(await offersIn('DE')).toEqual(['local', 'tester', 'carrier']);
  });
});

test('the figures of a day count attempts by place, verifier and end, and say nothing of people', async () => {
  const { rows } = await app.ctx.pool.query(
    `SELECT place, method, outcome, count FROM age_counts WHERE method = 'carrier'
      ORDER BY outcome`,
  );
  expect(rows).toEqual([
    { place: 'BR', method: 'carrier', outcome: 'begun', count: 5 },
    { place: 'BR', method: 'carrier', outcome: 'over', count: 2 },
  ]);
});

describe('in production', () => {
  test('the local age verifier is refused', () => {
    expect(() =>
      createAgeGate({ ...app.ctx, config: { ...app.ctx.config, production: true } }, [
        localVerifier(),
      ]),
    ).toThrow(/refused in production/);
  });

  test('the cookies have the prefix that other hosts can’t set, and are for https only', async () => {
    const set: [string, object][] = [];
    const cookies = createAgeCookies({
      ...app.ctx,
      config: { ...app.ctx.config, production: true },
    });
    const reply = {
      setCookie: (name: string, _: string, options: object) => set.push([name, options]),
    } as never;
    await cookies.setProof(reply, { method: 'tester', version: 0, seconds: 60 });
    cookies.setAttempt(reply, 'x', 60);
    await cookies.setRefused(reply);
    expect(set.map(([name]) => name)).toEqual([
      '__Host-age',
      '__Host-age-try',
      '__Host-age-refused',
    ]);
    for (const [, options] of set)
      expect(options).toMatchObject({ secure: true, httpOnly: true, path: '/', sameSite: 'lax' });
  });
});
