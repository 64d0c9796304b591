// The texts and emails of all features: complete, and the same in the three languages.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '@camarim/contract';
import { notificationType } from '@camarim/contract/features/notifications';
import { LOCALES } from '@camarim/contract/limits';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyFeature } from './feature.ts';
import { features } from './features.ts';
import { combineCatalogues } from './platform/text/catalogue.ts';
import { localeOf, text } from './platform/text/text.ts';
import { allTexts, installAllTexts } from './texts.ts';

const { pt, en, es } = allTexts;
beforeAll(installAllTexts);

const paramsOf = (sentence: string | undefined): string[] =>
  [...(sentence ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();

describe('the catalogue', () => {
  test('the catalogue has a text for every error code and every type of notification', () => {
    const expected = [
      ...Object.keys(errors),
      ...notificationType.options.map((type) => `notification.${type}`),
    ];
    expect(expected.filter((key) => !Object.hasOwn(pt, key))).toEqual([]);
  });

  test('every text is of an error code or a notification, or the program names it', () => {
    const program = globSync('{commands,demo,features,platform}/**/*.ts', {
      cwd: import.meta.dirname,
    })
      .filter((path) => !path.includes('.test.'))
      .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
      .join('\n');
    // As in text(locale, `report.${reason}`).
    const beginnings = [...program.matchAll(/`((?:[a-z]\w+\.)+)\$\{/g)].map(
      ([, found = '']) => found,
    );
    const isNamed = (key: string): boolean =>
      Object.hasOwn(errors, key) ||
      program.includes(`'${key}'`) ||
      (!key.startsWith('notification.') && beginnings.some((found) => key.startsWith(found)));
    const isNotification = (key: string): boolean =>
      notificationType.options.some((type) => key === `notification.${type}`);
    expect(Object.keys(pt).filter((key) => !isNamed(key) && !isNotification(key))).toEqual([]);
  });

  test('every feature with texts or emails names them in its manifest', () => {
    const listed = (what: 'texts' | 'emails') =>
      (features as readonly AnyFeature[]).flatMap((one) => (one[what] ? one.name : [])).sort();
    const folders = (what: string) =>
      readdirSync(join(import.meta.dirname, 'features'), { recursive: true, encoding: 'utf8' })
        .flatMap((path) => (path.endsWith(`/${what}/pt.json`) ? (path.split('/')[0] ?? '') : []))
        .sort();
    expect([listed('texts'), listed('emails')]).toEqual([folders('texts'), folders('emails')]);
    expect(folders('texts').length).toBeGreaterThan(15);
  });

  test.each([
    ['en', en],
    ['es', es],
  ])('the text catalogue has the same parameters in %s as in pt', (_locale, other) => {
    for (const [key, sentence] of Object.entries(pt))
      expect([key, paramsOf(other[key])]).toEqual([key, paramsOf(sentence)]);
  });

  test.each(LOCALES)('the text catalogue has no empty, padded or doubled text in %s', (locale) => {
    const sentences = Object.values(allTexts[locale]);
    expect(
      sentences.filter(
        (sentence) =>
          sentence.trim() === '' || sentence !== sentence.trim() || sentence.includes('  '),
      ),
    ).toEqual([]);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  test('the text catalogue is translated: no text is equal in two languages', () => {
    expect(Object.keys(pt).filter((key) => pt[key] === en[key] || pt[key] === es[key])).toEqual([]);
  });
});

describe('combining catalogues', () => {
  const same = (texts: Record<string, string>) => ({ pt: texts, en: texts, es: texts });

  test('the combined catalogue has the texts of each', () => {
    const both = { 'a.b': 'x', 'c.d': 'y' };
    expect(combineCatalogues('text', [same({ 'a.b': 'x' }), same({ 'c.d': 'y' })])).toEqual(
      same(both),
    );
  });

  test('a key of two features is refused', () => {
    expect(() => combineCatalogues('text', [same({ 'a.b': 'x' }), same({ 'a.b': 'y' })])).toThrow(
      'two features have the text a.b',
    );
  });

  test.each(LOCALES)('a key that %s lacks is refused', (locale) => {
    expect(() => combineCatalogues('text', [{ ...same({ 'a.b': 'x' }), [locale]: {} }])).toThrow(
      `the text a.b is missing in ${locale}`,
    );
  });
});

describe('a text', () => {
  test('a text puts parameters in their places and writes numbers as the language does', () => {
    expect(text('pt', 'validate.maxValue', { max: 1_000_000 })).toBe('O máximo é 1.000.000.');
    expect(text('en', 'validate.maxValue', { max: 1_000_000 })).toBe('The maximum is 1,000,000.');
    expect(text('es', 'notification.tip', { name: 'Ana', amount: 'R$ 10,00' })).toBe(
      'Ana te envió una propina de R$ 10,00.',
    );
  });

  test('a text does not read a parameter as a pattern', () => {
    expect(text('en', 'notification.follow', { name: '$& {name}' })).toBe(
      '$& {name} started following you.',
    );
  });
});

describe('localeOf', () => {
  test('localeOf returns the first supported candidate', () => {
    expect(localeOf('en-US', 'es')).toBe('en');
    expect(localeOf('ES', 'en')).toBe('es');
    expect(localeOf(undefined, ['en'], 'es-419')).toBe('es');
  });

  test('the locale is Portuguese without any candidate', () => {
    expect(localeOf()).toBe('pt');
    expect(localeOf(undefined, null, 7, '', 'de')).toBe('pt');
  });
});
