// Long texts begin well.
import { expect, test } from 'vitest';
import { shorten } from './shorten.ts';

test.each([
  ['cabe inteiro', 20, 'cabe inteiro'],
  ['termina entre palavras', 12, 'termina…'],
  ['termina, depois', 12, 'termina…'],
  ['antes de https://example.com/longo', 14, 'antes de…'],
  ['palavraenormesemespaço', 7, 'palavra…'],
  // Not half of a heart.
  ['💜💜💜', 3, '💜…'],
])('"%s" is shortened to %i characters', (text, max, short) =>
  expect(shorten(text, max)).toBe(short),
);
