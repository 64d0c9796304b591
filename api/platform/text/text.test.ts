// The text catalogues of the three languages are complete and have the same keys.
import { errors } from '@camarim/contract/errors';
import { notificationType } from '@camarim/contract/features/notifications';
import { LOCALES } from '@camarim/contract/limits';
import { describe, expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import { localeOf, text, type TextKey } from './text.ts';

const files: Record<string, Record<string, string>> = { pt, en, es };
const paramsOf = (sentence: string | undefined): string[] =>
  [...(sentence ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();

/**
 * What emails about reports say of the reason, and of what was taken down; and what an answer to an
 * appeal says.
 */
const OF_REPORTS = [
  'report.minor',
  'report.intimateImage',
  'report.noConsent',
  'report.what.post',
  'report.what.media',
  'report.what.comment',
  'ticket.sameAdmin',
];

describe('the catalogue', () => {
  test('the catalogue has exactly the texts of error codes, notifications, payments and archives', () => {
    const expected = [
      ...Object.keys(errors),
      ...notificationType.options.map((type) => `notification.${type}`),
      'charge.description',
      'charge.review',
      'export.readme',
      ...OF_REPORTS,
      'policy.terms',
      'policy.privacy',
      'policy.cookies',
      'policy.contract',
    ];
    expect(Object.keys(pt).sort()).toEqual(expected.sort());
  });

  test.each(['en', 'es'])(
    'the text catalogue has the same keys, order and parameters in %s as in pt',
    (locale) => {
      const other = files[locale] ?? {};
      expect(Object.keys(other)).toEqual(Object.keys(pt));
      for (const [key, sentence] of Object.entries(pt))
        expect([key, paramsOf(other[key])]).toEqual([key, paramsOf(sentence)]);
    },
  );

  test.each(LOCALES)('the text catalogue has no empty, padded or doubled text in %s', (locale) => {
    const sentences = Object.values(files[locale] ?? {});
    expect(
      sentences.filter(
        (sentence) =>
          sentence.trim() === '' || sentence !== sentence.trim() || sentence.includes('  '),
      ),
    ).toEqual([]);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  test('the text catalogue is translated: only words that the languages share are equal', () => {
    const equal = (Object.keys(pt) as TextKey[]).filter(
      (key) => pt[key] === en[key] || pt[key] === es[key],
    );
    expect(equal).toEqual([]);
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
