// What anybody may read: places, policies, questions; and what agreeing to them leaves behind.
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/app.ts';
import { signupOf } from '../../testing/producing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const inLanguage = (lang: string) => ({ headers: { lang } });

describe('policies', () => {
  test('are there in every language, each a whole text of the same sections and of the same version', async () => {
    const [pt, en, es] = await Promise.all(
      ['pt', 'en', 'es'].map((lang) => app.visitor.call('GET /publics/policies', inLanguage(lang))),
    );
    expect(pt?.map(({ name }) => name)).toEqual(['terms', 'privacy', 'cookies', 'contract']);
    const sections = (markdown: string | undefined) =>
      [...(markdown ?? '').matchAll(/^(#+|-) /gm)].map(([, mark]) => mark);
    for (const [index, { markdown, version }] of (pt ?? []).entries()) {
      expect(markdown).toMatch(/^# .+\n[\s\S]+## /);
      expect(markdown.length).toBeGreaterThan(600);
      for (const [locale, other] of [
        ['en', en?.[index]],
        ['es', es?.[index]],
      ] as const) {
        expect(other).toMatchObject({ locale, version });
        expect(sections(other?.markdown)).toEqual(sections(markdown));
      }
      expect(new Set([markdown, en?.[index]?.markdown, es?.[index]?.markdown]).size).toBe(3);
    }
  });

  test('can be asked for one by one', async () => {
    expect(
      await app.visitor.call('GET /publics/policies', { query: { name: 'contract' } }),
    ).toMatchObject([{ name: 'contract', locale: 'pt' }]);
  });

  const accepted = async (profileId: string) =>
    (
      await app.platform.pool.query(
        'SELECT policy, version, accepted_at FROM policy_acceptances WHERE profile_id = $1 ORDER BY policy',
        [profileId],
      )
    ).rows as { policy: string; version: string; accepted_at: Date }[];

  test('are agreed to by registering: who, which version, when', async () => {
    const versions = new Map(
      (await app.visitor.call('GET /publics/policies')).map(({ name, version }) => [
        name as string,
        version,
      ]),
    );
    expect(await accepted(app.fan.profileId)).toEqual([
      { policy: 'privacy', version: versions.get('privacy'), accepted_at: app.clock.now() },
      { policy: 'terms', version: versions.get('terms'), accepted_at: app.clock.now() },
    ]);
  });

  test('the contract by asking to become a producer', async () => {
    const person = await app.join('judite');
    await person.call('POST /profiles/became-producer', { body: await signupOf(app, person) });
    expect((await accepted(person.profileId)).map(({ policy }) => policy)).toEqual([
      'contract',
      'privacy',
      'terms',
    ]);
  });
});

describe('questions', () => {
  const ask = (all: 'all' | 'main', product: 'all' | 'fans' | 'producers', lang = 'pt') =>
    app.visitor.call('GET /publics/faqs/{all}/{product}', {
      params: { all, product },
      ...inLanguage(lang),
    });

  test('are answered in every language, all of them or of one topic, each with the version of the whole', async () => {
    const [all, fans, producers, english, spanish] = await Promise.all([
      ask('all', 'all'),
      ask('all', 'fans'),
      ask('all', 'producers'),
      ask('all', 'all', 'en'),
      ask('all', 'all', 'es'),
    ]);
    expect(all).toEqual([...fans, ...producers]);
    for (const other of [english, spanish])
      expect(other.map(({ product }) => product)).toEqual(all.map(({ product }) => product));
    expect(new Set([...all, ...english, ...spanish].map(({ version }) => version)).size).toBe(1);
    expect(new Set([...all, ...english, ...spanish].map(({ question }) => question)).size).toBe(
      3 * all.length,
    );
    for (const { question, answer } of [...all, ...english, ...spanish])
      expect([question.endsWith('?'), answer.length > 20]).toEqual([true, true]);
  });

  test('or only the first of each topic', async () => {
    expect((await ask('main', 'all')).map(({ product }) => product)).toEqual(['fans', 'producers']);
  });
});

describe('places', () => {
  test('countries in the order of the reader’s alphabet', async () => {
    const [pt, en] = await Promise.all(
      ['pt', 'en'].map((lang) => app.visitor.call('GET /publics/countries', inLanguage(lang))),
    );
    expect(pt?.length).toBe(249);
    expect(pt).toContainEqual({ code: 'DE', name: 'Alemanha' });
    expect(en?.at(0)).toEqual({ code: 'AF', name: 'Afghanistan' });
    expect(pt?.map(({ name }) => name)).toEqual(
      pt?.map(({ name }) => name).toSorted(new Intl.Collator('pt').compare),
    );
  });

  test('states and cities of Brazil', async () => {
    expect(await app.visitor.call('GET /publics/states')).toHaveLength(27);
    expect(
      await app.visitor.call('GET /publics/cities/{stateCode}', { params: { stateCode: 'SP' } }),
    ).toContain('São Paulo');
    expect(
      await app.visitor.call('GET /publics/cities/{stateCode}', { params: { stateCode: 'XX' } }),
    ).toEqual([]);
  });
});
