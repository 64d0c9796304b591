// Cells of a CSV that a stranger may have written: no spreadsheet runs one, with commas or with
// semicolons between its cells, as in Brazil.
import { expect, test } from 'vitest';
import { csvCell } from './archive.ts';

const FORMULA = /^[\s"]*[=@]/;
/**
 * What a spreadsheet that separates by `separator` makes of a line, when the first cell has no
 * quotes.
 */
const cellsBy = (separator: string, cell: string): string[] =>
  `id,${csvCell(cell)}`.split(separator).slice(1);

test.each([
  'oi;=HYPERLINK("http://x")',
  'oi; =1+1',
  'oi;"=1+1"',
  'oi;@SUM(1)',
  'oi\t=1+1',
  ';;=1+1',
  'a";=1+1',
])('%j has no cell that is a formula where semicolons or tabs separate', (text) => {
  expect(
    [...cellsBy(';', text), ...cellsBy('\t', text)].filter((cell) => FORMULA.test(cell)),
  ).toEqual([]);
});

test.each([
  ['=1+1', "'=1+1"],
  [' =1+1', "' =1+1"],
  ['oi;+cmd', "oi;'+cmd"],
  ['oi;-cmd', "oi;'-cmd"],
  ['oi ;-) bom dia', 'oi ;-) bom dia'],
  ['a = b; c', 'a = b; c'],
  ['-5.00', '-5.00'],
  ['a, "b"', '"a, ""b"""'],
])('%j is written %j', (text, written) => expect(csvCell(text)).toBe(written));
