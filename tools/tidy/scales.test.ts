// Text, spacing and breakpoints of the interface use the scales of its tokens.
import { expect, test } from 'vitest';
import { offScale, TOKENS } from './scales.ts';
import { readSourceFiles } from './source-files.ts';

const tokens = {
  path: TOKENS,
  text: `:root {
  --font-sm: 0.875rem;
  --space-2: 8px;
  --size-lg: 44px;
  --breakpoint-phone: 600px;
}
`,
};
const found = (text: string) =>
  offScale([tokens, { path: 'web/features/posts/a.module.css', text }]);

test('no style sheet has a size of text, a spacing or a breakpoint outside the scales', () => {
  expect(offScale(readSourceFiles('web'))).toEqual([]);
});

test.each([
  '.a { min-height: 44px; }',
  '.a { width: var(--size-9); }',
  '.a { font-size: 13px; }',
  '.a { font-size: 0.813rem; }',
  '.a {\n  font:\n    650 1.35rem/1.2 var(--display);\n}',
  '.a { padding: var(--space-2) 14px; }',
  '.a { margin: 0 -10px; }',
  '.a { margin-top: calc(var(--space-2) + 3px); }',
  '.a { gap: 6px }',
  '.a { row-gap: 0.5rem; }',
  '.a { & b { padding-left: 1px; } }',
  '.a { gap: var(--space-99); }',
  '.a { top: 7px; }',
  '.a { inset: auto 16px 0; }',
  '.a { border-radius: 9px; }',
  '.a { border-top-left-radius: 4px; }',
  '@media (max-width: 600px) { .a { color: red; } }',
  '@media (width < 735px) { .a { color: red; } }',
  '@media (width < 600px), (width >= 900px) { .a { color: red; } }',
])('a length outside the scales is found: %s', (css) => {
  expect(found(css)).toHaveLength(1);
});

test.each([
  '.a { height: var(--size-lg); width: 45px; }',
  '.a { font-size: var(--font-sm); }',
  '.a { font: 650 1em/1 var(--display); }',
  '.a { font-size: 1.2em; }',
  '.a { margin: 0 auto calc(-1 * var(--space-2)); }',
  '.a { --overlap: 46px; margin: calc(-1 * var(--overlap)) 0 0; }',
  '.a { width: 13px; border-width: 1.5px; }',
  '/* gap: 6px; */',
  '@font-face { font-size: 13px; }',
  '@media (width < 600px), (hover: none) { .a { color: red; } }',
  '@media print { .a { color: red; } }',
  '@container (max-width: 430px) { .a { color: red; } }',
])('a step of a scale or a named constant of a component is accepted: %s', (css) => {
  expect(found(css)).toEqual([]);
});
