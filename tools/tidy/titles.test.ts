// Every title of a test makes sense alone, and is short.
import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';
import { TITLE_MAX, unclearTitles } from './titles.ts';

const found = (text: string, path = 'api/a.test.ts') => unclearTitles([{ path, text }]).length;

test('every title of a test is a short sentence that makes sense alone', () => {
  expect(unclearTitles(readSourceFiles())).toEqual([]);
});

test.each([
  ["test('with status 400 shows a toast', async () => {", 1],
  ["test.each([1])(\n  'when it is %s leaves nothing',\n  () => {", 1],
  ["test.skipIf(!redis)('is shared by two processes', () => {", 1],
  ["test('money is added; other money is not', () => {", 1],
  [`test('a ${'very '.repeat(TITLE_MAX / 5)}long title', () => {`, 1],
  ["test('%s is', () => {", 1],
  ["test('only to viewers with access', () => {", 1],
  ["test('a try ends after its minutes', () => {", 1],
  ["test('a person who declines may try again', () => {", 0],
  ["test('a failed call with status 400 shows a toast', async () => {", 0],
  ["describe('with motion', () => {", 0],
  ["test('issues are listed', () => {", 0],
])('%s has %i unclear titles', (text, count) => {
  expect(found(text)).toBe(count);
});

test('calls of other files are not read as titles', () => {
  expect(found("test('is no title', () => {", 'api/a.ts')).toBe(0);
});
