// The style sheet of the build, its repeats and its list of rules.
import { expect, test } from 'vitest';
import { listRules, needsOf, withoutRepeats } from './list-styles.ts';
import { stylesFor } from './app/inline-styles.ts';

test('the last of equal rules in a block stays, and all steps of animations stay', () => {
  const css =
    '.a{color:red}.b{color:blue}@media print{.a{color:red}}.a{color:red}' +
    '@keyframes x{0%{top:0}}@keyframes y{0%{top:0}}';
  expect(withoutRepeats(css)).toBe(
    '.b{color:blue}@media print{.a{color:red}}.a{color:red}@keyframes x{0%{top:0}}@keyframes y{0%{top:0}}',
  );
});

test('a block whose rules are all repeated later is removed, and a layer keeps its place', () => {
  const css = '@layer a{}@supports (top:0){@media print{.a{top:0}}}';
  expect(withoutRepeats(`${css}@media print{.b{top:0}}${css}`)).toBe(
    `@layer a{}@media print{.b{top:0}}${css}`,
  );
});

test.each([
  ['._a ._b>svg', [['_a'], ['_b']]],
  [':is(._a,._b:hover) ._c', [['_c'], ['_a', '_b']]],
  [':is(._a,p) ._c', [['_c']]],
  ['._a:not(._b,:has(._c))', [['_a']]],
  ['._a[href=".x"]', [['_a']]],
  [':root[data-private] body>:not([data-cover])', []],
])('the document of the selector %s needs %j', (selector, needs) => {
  expect(needsOf(selector)).toEqual(needs);
});

const SHEET =
  '@layer base,ui;@font-face{font-family:F;src:url(/f.woff2)}@layer ui{._a{color:red}._b{color:blue}' +
  '@keyframes _turn{to{rotate:1turn}}@keyframes _gone{to{opacity:0}}@media (width<600px){._b{color:red}}}' +
  '._a ._c,._d{animation:1s _turn}._b{animation:1s _gone}:root{--x:1}';

test('a document gets the rules of its classes and of no class, their animations, and no empty block', () => {
  expect(stylesFor(listRules(SHEET), new Set(['_a', '_d']))).toBe(
    '@layer base,ui;@font-face{font-family:F;src:url(/f.woff2)}@layer ui{._a{color:red}' +
      '@keyframes _turn{to{rotate:1turn}}}._a ._c,._d{animation:1s _turn}:root{--x:1}',
  );
});

test('a document with every class gets the whole sheet', () => {
  expect(stylesFor(listRules(SHEET), { has: () => true })).toBe(SHEET);
});
