// Where items stand while one of them is moved, and afterwards.
import { expect, test } from 'vitest';
import { placeAfterMove, slotAt, withMove } from './sort-rules.ts';

const LETTERS = ['a', 'b', 'c', 'd'];

test.each([
  [0, 0, 'abcd'],
  [0, 2, 'bcad'],
  [0, 3, 'bcda'],
  [3, 0, 'dabc'],
  [2, 1, 'acbd'],
])(
  'moving an item from %i to %i gives the order %s, while it is moved and afterwards',
  (from, to, order) => {
    expect(withMove(LETTERS, from, to).join('')).toBe(order);
    const shown = LETTERS.toSorted(
      (one, other) =>
        placeAfterMove(LETTERS.indexOf(one), from, to) -
        placeAfterMove(LETTERS.indexOf(other), from, to),
    );
    expect(shown.join('')).toBe(order);
  },
);

test('the slot of a point is the nearest one, in both directions', () => {
  const slots = [
    { x: 50, y: 50 },
    { x: 150, y: 50 },
    { x: 50, y: 150 },
  ];
  expect(
    [
      { x: 60, y: 40 },
      { x: 140, y: 80 },
      { x: 20, y: 400 },
    ].map((point) => slotAt(slots, point)),
  ).toEqual([0, 1, 2]);
});
