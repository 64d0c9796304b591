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
  test('are there in Portuguese and English, each a whole text; Spanish gets the English', async () => {
    const [pt, en, es] = await Promise.all(['pt', 'en', 'es'].map((lang) => app.visitor.call('GET /publics/policies', inLanguage(lang))));
    expect(pt?.map(({ name }) => name)).toEqual(['terms', 'privacy', 'cookies', 'contract']);
    for (const [index, { markdown, version }] of (pt ?? []).entries()) {
      expect(markdown).toMatch(/^# .+\n[\s\S]+## /);
      expect(markdown.length).toBeGreaterThan(600);
      expect(en?.[index]?.markdown).not.toBe(markdown);
      expect(en?.[index]?.version).toBe(version);
      expect(es?.[index]).toEqual(en?.[index]);
    }
  });

  test('can be asked for one by one', async () => {
    expect(await app.visitor.call('GET /publics/policies', { query: { name: 'contract' } })).toMatchObject([{ name: 'contract', locale: 'pt' }]);
  });

  const accepted = async (profileId: string) =>
    (await app.platform.pool.query('SELECT policy, version, accepted_at FROM policy_acceptances WHERE profile_id = $1 ORDER BY policy', [profileId])).rows as { policy: string; version: string; accepted_at: Date }[];

  test('are agreed to by registering: who, which version, when', async () => {
    const versions = new Map((await app.visitor.call('GET /publics/policies')).map(({ name, version }) => [name as string, version]));
    expect(await accepted(app.fan.profileId)).toEqual([
      { policy: 'privacy', version: versions.get('privacy'), accepted_at: app.clock.now() },
      { policy: 'terms', version: versions.get('terms'), accepted_at: app.clock.now() },
    ]);
  });

  test('the contract by asking to become a producer', async () => {
    const person = await app.join('judite');
    await person.call('POST /profiles/became-producer', { body: await signupOf(app, person) });
    expect((await accepted(person.profileId)).map(({ policy }) => policy)).toEqual(['contract', 'privacy', 'terms']);
  });
});

describe('questions', () => {
  const ask = (all: 'all' | 'main', product: 'all' | 'fans' | 'producers', lang = 'pt') => app.visitor.call('GET /publics/faqs/{all}/{product}', { params: { all, product }, ...inLanguage(lang) });

  test('are answered in both languages, all of them or of one topic', async () => {
    const [all, fans, producers, english] = await Promise.all([ask('all', 'all'), ask('all', 'fans'), ask('all', 'producers'), ask('all', 'all', 'en')]);
    expect(all).toEqual([...fans, ...producers]);
    expect(english.map(({ product }) => product)).toEqual(all.map(({ product }) => product));
    for (const { question, answer } of [...all, ...english]) expect([question.endsWith('?'), answer.length > 20]).toEqual([true, true]);
  });

  test('or only the first of each topic', async () => {
    expect((await ask('main', 'all')).map(({ product }) => product)).toEqual(['fans', 'producers']);
  });
});

describe('places', () => {
  test('countries in the order of the reader’s alphabet', async () => {
    const [pt, en] = await Promise.all(['pt', 'en'].map((lang) => app.visitor.call('GET /publics/countries', inLanguage(lang))));
    expect(pt?.length).toBe(249);
    expect(pt).toContainEqual({ code: 'DE', name: 'Alemanha' });
    expect(en?.at(0)).toEqual({ code: 'AF', name: 'Afghanistan' });
    expect(pt?.map(({ name }) => name)).toEqual(pt?.map(({ name }) => name).toSorted(new Intl.Collator('pt').compare));
  });

  test('states and cities of Brazil', async () => {
    expect(await app.visitor.call('GET /publics/states')).toHaveLength(27);
    expect(await app.visitor.call('GET /publics/cities/{stateCode}', { params: { stateCode: 'SP' } })).toContain('São Paulo');
    expect(await app.visitor.call('GET /publics/cities/{stateCode}', { params: { stateCode: 'XX' } })).toEqual([]);
  });
});
