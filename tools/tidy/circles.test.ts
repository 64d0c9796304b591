// No file imports itself through others, types included.
import { expect, test } from 'vitest';
import { circles } from './circles.ts';
import { readSourceFiles } from './source-files.ts';

const file = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((specifier) => `import type { X } from '${specifier}';\n`).join(''),
});

test('no circle of imports exists, in the server, the web, the contract or the sandbox', () => {
  expect(circles(readSourceFiles())).toEqual([]);
});

test('a circle through type imports and the contract is found and named once', () => {
  expect(
    circles([
      file('api/a.ts', './sub/b.ts'),
      file('api/sub/b.ts', '@camarim/contract/c'),
      file('contract/c.ts', '../api/a.ts'),
      file('api/d.ts', './a.ts'),
    ]),
  ).toEqual(['api/a.ts: imports itself through api/sub/b.ts, contract/c.ts, api/a.ts']);
});

test('files that import the same file are no circle', () => {
  expect(
    circles([file('api/a.ts', './b.ts', './c.ts'), file('api/b.ts', './c.ts'), file('api/c.ts')]),
  ).toEqual([]);
});
