// Words with which no message reaches a producer, without a database.
import { expect, test } from 'vitest';
import { hasBlockedWord } from './rules.ts';

test.each([
  ['Oi!', ['!!'], false],
  ['Oi... tudo bem?', ['🔥🔥'], false],
  ['olha 🔥🔥 aqui', ['🔥🔥'], true],
  ['Ação, já!', ['acao ja'], true],
  ['(feio)', ['feio'], true],
  ['feioso', ['feio'], false],
])('%j with the blocked words %j is refused: %s', (text, words, refused) => {
  expect(hasBlockedWord(text, words)).toBe(refused);
});
