// Every text exists in every language.
import { expect, test } from 'vitest';
import { catalogues, differences } from './locales.ts';
import { readSourceFiles } from './source-files.ts';

const files = readSourceFiles();

test.each(catalogues(files))('%s says the same in every language', (folder) => {
  expect(differences(files, folder)).toEqual([]);
});

const languages = (pt: object, en: object, es: object = pt) =>
  Object.entries({ pt, en, es }).map(([locale, texts]) => ({
    path: `x/${locale}.json`,
    text: JSON.stringify(texts),
  }));

test.each([
  ['a missing key', { hi: 'Oi', bye: 'Tchau' }, { hi: 'Hi' }],
  ['a key too many', { hi: 'Oi' }, { hi: 'Hi', bye: 'Bye' }],
  ['an empty text', { hi: 'Oi' }, { hi: ' ' }],
  ['another placeholder', { hi: 'Oi {name}' }, { hi: 'Hi {user}' }],
  ['a nested key', { menu: { home: 'Início' } }, { menu: {} }],
])('%s is found', (_, pt, en) => {
  expect(differences(languages(pt, en), 'x')).toHaveLength(1);
});

test('equal catalogues have no differences', () => {
  expect(
    differences(languages({ $schema: 'a', hi: 'Oi {name}' }, { hi: 'Hi {name}' }), 'x'),
  ).toEqual([]);
});

test('a missing language is an error', () => {
  expect(() => differences([], 'x')).toThrow('x/pt.json does not exist');
});
