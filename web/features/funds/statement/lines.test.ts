// The two entries of a release are one line of the statement.
import { expect, test } from 'vitest';
import type { StatementEntry } from '../queries.ts';
import { linesOf } from './lines.ts';

const entry = (id: string, transferId: string, kind: string, amount: number) =>
  ({ id, transferId, kind, amount }) as unknown as StatementEntry;

test('both entries of a release are one line, and all others keep their own', () => {
  const entries = [
    entry('1', 'a', 'release', 500),
    entry('2', 'a', 'release', -500),
    entry('3', 'b', 'release', 300),
    entry('4', 'b', 'release', -300),
    entry('5', 'c', 'tip', 800),
  ];
  expect(linesOf(entries).map((line) => [line.entry.id, line.released])).toEqual([
    ['1', true],
    ['3', true],
    ['5', false],
  ]);
});

test('one entry of a release, where a filter or a page leaves out the other, stays as it is', () => {
  expect(linesOf([entry('1', 'a', 'release', 500), entry('5', 'c', 'tip', -500)])).toEqual([
    { entry: entry('1', 'a', 'release', 500), released: false },
    { entry: entry('5', 'c', 'tip', -500), released: false },
  ]);
});
