// One word per role in each language, in every text of the interface, the API and the emails.
import { expect, test } from 'vitest';
import { otherRoleWords } from './roles.ts';
import { readSourceFiles } from './source-files.ts';

const found = (locale: string, text: string) =>
  otherRoleWords([{ path: `x/${locale}.json`, text: JSON.stringify({ a: { b: text } }) }]);

test('every text of the interface, the API and the emails calls creator, fan and post by one word', () => {
  expect(otherRoleWords(readSourceFiles())).toEqual([]);
});

test.each([
  ['pt', 'Você já é modelo'],
  ['pt', 'Só para Membros de {name}'],
  ['pt', 'A parte da produtora'],
  ['pt', 'o extrato de quem cria'],
  ['en', 'Become a model'],
  ['en', 'Only for members'],
  ['en', "The producer's share"],
  ['es', 'Solo modelos'],
  ['es', 'el extracto de quien crea'],
  ['es', 'Nuevo post'],
])('another word for a role is found in %s: %s', (locale, text) => {
  expect(found(locale, text)).toHaveLength(1);
});

test.each([
  ['pt', 'Torne-se um(a) modelo'],
  ['pt', 'Sua assinatura de {producer} terminou'],
  ['en', 'We remember your choices'],
  ['en', 'A fan of the creator'],
])(
  'the words of the specification, of the code and longer ones are left alone in %s: %s',
  (locale, text) => {
    expect(found(locale, text)).toEqual([]);
  },
);
