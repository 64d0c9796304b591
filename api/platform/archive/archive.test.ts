// CSV cells with text from users: no spreadsheet may run one as a formula, whether it separates by
// comma or by semicolon.
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
])('a CSV cell of %j is no formula for spreadsheets that separate by semicolon or tab', (text) => {
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
])('a CSV cell of %j is written as %j', (text, written) => expect(csvCell(text)).toBe(written));
