// Finding saved replies by what is typed, and filling them in.
import { MESSAGE_MAX } from '@camarim/contract/limits';
import { expect, test } from 'vitest';
import { filled, matching, soughtIn } from './matching.ts';

test.each([
  ['', null],
  ['oi /preço', null],
  ['/', ''],
  ['/Preço ', 'preco'],
  ['/a\nb', null],
])('the text %j asks for replies with %j', (text, sought) => {
  expect(soughtIn(text)).toBe(sought);
});

test('titles that begin with the words come before those that have them elsewhere', () => {
  const replies = [{ title: 'Meu preço' }, { title: 'Obrigada' }, { title: 'Preço do vídeo' }];
  expect(matching(replies, 'preco').map(({ title }) => title)).toEqual([
    'Preço do vídeo',
    'Meu preço',
  ]);
  expect(matching(replies, '')).toHaveLength(3);
});

test('each placeholder becomes the name as it is written, and the text stays a message', () => {
  expect(filled('Oi, {nome}! Tchau, {nome}.', "$& d'Ávila")).toBe(
    "Oi, $& d'Ávila! Tchau, $& d'Ávila.",
  );
  expect(filled(`{nome}${'a'.repeat(MESSAGE_MAX - 6)}`, 'Maria Aparecida')).toHaveLength(
    MESSAGE_MAX,
  );
});
