// No file imports itself through others, types included.
import { expect, test } from 'vitest';
import { circles, partCircles } from './circles.ts';
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

test('features of the web application need each other in one direction only', () => {
  expect(partCircles(readSourceFiles())).toEqual([]);
});

test('two features that import each other are found, though no file is on a circle', () => {
  const files = [
    file('web/features/posts/a.ts', '../vault/b.ts'),
    file('web/features/posts/c.ts'),
    file('web/features/vault/b.ts', '../posts/c.ts'),
  ];
  expect(circles(files)).toEqual([]);
  expect(partCircles(files)).toEqual([
    'web/features/posts: imports itself through web/features/vault, web/features/posts',
  ]);
});

test('app above features above client is no circle', () => {
  expect(
    partCircles([
      file('web/app/a.ts', '../features/posts/index.ts', '../client/b.ts'),
      file('web/features/posts/index.ts', '../../client/b.ts'),
      file('web/client/b.ts'),
    ]),
  ).toEqual([]);
});
