// Which transparency figures are withheld, and the months.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Figure } from '../../platform/database/figures.ts';
import { lastMonthAt, spanOfMonth, withholdSmall } from './rules.ts';

const cell = (by: string, key: string, count: number, within: string | null = null): Figure => ({
  subject: 'reportsDecided',
  by,
  within,
  key,
  count,
  medianHours: 2,
});
const shown = (figures: readonly Figure[]) =>
  withholdSmall(figures).map(({ key, count }) => `${key} ${count}`);

test.each([
  [
    'counts from the minimum on are published',
    [
      ['a', 5],
      ['b', 100],
    ],
    ['a 5', 'b 100'],
  ],
  [
    'a single small count hides the next smallest, which would reveal it',
    [
      ['a', 1],
      ['b', 7],
      ['c', 9],
    ],
    ['a null', 'b null', 'c 9'],
  ],
  [
    'two small counts of the minimum together hide no other',
    [
      ['a', 2],
      ['b', 3],
      ['c', 9],
    ],
    ['a null', 'b null', 'c 9'],
  ],
  [
    'two small counts below the minimum hide the next smallest',
    [
      ['a', 1],
      ['b', 2],
      ['c', 9],
      ['d', 10],
    ],
    ['a null', 'b null', 'c null', 'd 10'],
  ],
  ['a small count alone is withheld', [['a', 4]], ['a null']],
] as const)('%s', (_, cells, published) => {
  expect(shown(cells.map(([key, count]) => cell('class', key, count)))).toEqual(published);
});

test('the parts of a cell that is withheld are withheld, and a median with its count', () => {
  const figures = [
    cell('class', 'minor', 3),
    cell('class', 'intimate', 6),
    cell('class', 'other', 20),
    cell('reason', 'intimateImage', 6, 'intimate'),
    cell('reason', 'fraud', 20, 'other'),
  ];
  expect(shown(figures)).toEqual([
    'minor null',
    'intimate null',
    'other 20',
    'intimateImage null',
    'fraud 20',
  ]);
  expect(
    withholdSmall(figures)
      .filter(({ count }) => count === null)
      .every(({ medianHours }) => medianHours === null),
  ).toBe(true);
});

test('a reader who knows the sum of all cases can’t compute a count that is below the minimum', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }),
      (counts) => {
        const published = withholdSmall(
          counts.map((count, index) => cell('class', String(index), count)),
        );
        const hidden = counts.filter((_, index) => published[index]?.count === null);
        const small = counts.filter((count) => count < 5);
        expect(hidden.length).toBeGreaterThanOrEqual(small.length);
        if (small.length === 0) expect(hidden).toEqual([]);
        // Fewer than two, or too few cases in them, only where nothing else is there to hide
        // behind.
        else if (hidden.length < 2 || hidden.reduce((sum, count) => sum + count, 0) < 5)
          expect(hidden).toHaveLength(counts.length);
      },
    ),
  );
});

describe('months', () => {
  test.each([
    ['2026-01-01T02:59:59Z', '2025-11'],
    ['2026-01-01T03:00:00Z', '2025-12'],
    ['2026-12-31T12:00:00Z', '2026-11'],
  ])('the last month that is over at %s is %s', (now, month) => {
    expect(lastMonthAt(new Date(now))).toBe(month);
  });

  test('a month begins and ends at midnight of São Paulo', () => {
    const { from, to } = spanOfMonth('2026-12');
    expect([from.toISOString(), to.toISOString()]).toEqual([
      '2026-12-01T03:00:00.000Z',
      '2027-01-01T03:00:00.000Z',
    ]);
  });
});
