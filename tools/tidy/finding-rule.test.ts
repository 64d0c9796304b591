// Invariant 8: a route's contract file, api folder and web folder are named by its noun, or are in
// the table of exceptions.
import { expect, test } from 'vitest';
import { routes } from '../../contract/index.ts';
import { deadAnswers, exceptionsPage, misplaced, placesOf, stale } from './finding-rule.ts';
import { readSourceFiles } from './source-files.ts';

const files = readSourceFiles();
const places = placesOf(files);
const page = files.find(({ path }) => path === 'ARCHITECTURE.md')?.text ?? '';

test('every route of the contract is found by the finding rule', () => {
  expect(places.map(({ route }) => route).sort()).toEqual(Object.keys(routes).sort());
});

test('every route is declared, answered and called where its noun or the table says', () => {
  expect(misplaced(places)).toEqual([]);
});

test('no exception of the finding rule is out of date', () => {
  expect(stale(places)).toEqual([]);
});

const route = {
  route: 'GET /posts/{id}',
  contract: 'posts',
  api: new Set(['posts']),
  web: new Set(['posts', 'vault']),
};

test.each([
  ['contract file', { ...route, contract: 'funds' }],
  ['api folder', { ...route, api: new Set(['funds']) }],
  ['second api folder', { ...route, api: new Set(['posts', 'funds']) }],
  ['web folder', { ...route, web: new Set(['vault']) }],
])('a route with another %s is reported without an exception', (_, moved) => {
  expect(misplaced([route], [])).toEqual([]);
  expect(misplaced([moved], [])).toHaveLength(1);
});

test('an exception covers its address and the addresses below it, and nothing else', () => {
  const moved = { ...route, route: 'GET /posts/sold/{id}', web: new Set(['vault']) };
  const exceptions = [{ path: '/posts/sold', web: 'vault' }];
  expect(misplaced([moved], exceptions)).toEqual([]);
  expect(misplaced([{ ...moved, route: 'GET /posts/sold-out' }], exceptions)).toHaveLength(1);
  expect(stale([moved], exceptions)).toEqual([]);
});

test.each([
  ['whose routes are gone', '/posts/gone', 'vault'],
  ['that says what the rule says', '/posts', 'posts'],
])('an exception %s is reported as stale', (_, path, web) => {
  expect(stale([route], [{ path, web }])).toHaveLength(1);
});

test('ARCHITECTURE.md shows the exceptions (node tools/write-finding-rule.ts)', () => {
  expect(page.includes(exceptionsPage())).toBe(true);
});

test('every answer to "Where is ..." in ARCHITECTURE.md is a path that exists', () => {
  expect(deadAnswers(page, files)).toEqual([]);
  const wrong =
    '### Where is ...\n| x | `api/features/nowhere.ts` |\n| y | `contract/money.ts:sum` |\n';
  expect(deadAnswers(wrong, files)).toHaveLength(2);
  expect(page.match(/### Where is \.\.\.\n[\s\S]*?(?=\n#)/)?.[0].match(/\n\|/g)?.length).toBe(22);
});
