// The unread count before the title of a page.
import { expect, test } from 'vitest';
import { withCount } from './title-count.ts';

test.each([
  ['Carteira · Camarim', 3, '(3) Carteira · Camarim'],
  ['(3) Carteira · Camarim', 4, '(4) Carteira · Camarim'],
  ['(99+) Carteira · Camarim', 0, 'Carteira · Camarim'],
  ['Carteira · Camarim', 100, '(99+) Carteira · Camarim'],
])('the title "%s" with %i unread is "%s"', (title, count, expected) => {
  expect(withCount(title, count)).toBe(expected);
});
