// Public data: places, policies and questions, and recorded acceptances of policies.
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/app.ts';
import { signupOf } from '../../testing/producing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const inLanguage = (lang: string) => ({ headers: { lang } });

describe('policies', () => {
  test('policies exist in every language, with the same sections and version', async () => {
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

  test('policies can be requested one by one', async () => {
    expect(
      await app.visitor.call('GET /publics/policies', { query: { name: 'contract' } }),
    ).toMatchObject([{ name: 'contract', locale: 'pt' }]);
  });

  const accepted = async (profileId: string) =>
    (
      await app.ctx.pool.query(
        'SELECT policy, version, accepted_at FROM policy_acceptances WHERE profile_id = $1 ORDER BY policy',
        [profileId],
      )
    ).rows as { policy: string; version: string; accepted_at: Date }[];

  test('policies are accepted by registration, recorded with person, version and time', async () => {
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

  test('policies include the contract, which a producer request accepts', async () => {
    const person = await app.join('judite');
    await person.call('POST /profiles/became-producer', { body: await signupOf(app, person) });
    expect((await accepted(person.profileId)).map(({ policy }) => policy)).toEqual([
      'contract',
      'privacy',
      'terms',
    ]);
  });
});

describe('frequently asked questions', () => {
  const ask = (all: 'all' | 'main', product: 'all' | 'fans' | 'producers', lang = 'pt') =>
    app.visitor.call('GET /publics/faqs/{all}/{product}', {
      params: { all, product },
      ...inLanguage(lang),
    });

  test('frequently asked questions are returned in every language, all or of one topic, with their version', async () => {
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

  test('frequently asked questions can be limited to the first of each topic', async () => {
    expect((await ask('main', 'all')).map(({ product }) => product)).toEqual(['fans', 'producers']);
  });
});

describe('places', () => {
  test('countries are listed in the reader’s alphabetical order', async () => {
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

  test('the states and cities of Brazil are listed', async () => {
    expect(await app.visitor.call('GET /publics/states')).toHaveLength(27);
    expect(
      await app.visitor.call('GET /publics/cities/{stateCode}', { params: { stateCode: 'SP' } }),
    ).toContain('São Paulo');
    expect(
      await app.visitor.call('GET /publics/cities/{stateCode}', { params: { stateCode: 'XX' } }),
    ).toEqual([]);
  });
});
