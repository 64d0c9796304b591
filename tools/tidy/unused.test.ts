// No module, export or error code is left behind by a change.
import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';
import { unusedErrorCodes, unusedExports, unusedModules } from './unused.ts';

test('every module is imported by another, or found by its name', () => {
  expect(unusedModules(readSourceFiles())).toEqual([]);
});

test('a module that only names itself is found, and one of the contract by its package path', () => {
  expect(
    unusedModules([
      { path: 'web/app/Bar.tsx', text: "// Bar.tsx: import './Item.tsx'" },
      { path: 'web/app/Item.tsx', text: '' },
      { path: 'contract/money.ts', text: '' },
      { path: 'api/price.test.ts', text: "import '@camarim/contract/money'" },
    ]),
  ).toEqual(['web/app/Bar.tsx: nothing imports it; delete it']);
});

test('every exported value is used by another file', () => {
  expect(unusedExports(readSourceFiles())).toEqual([]);
});

test('an export that only its own file uses is found, and a type or the part of a page is not', () => {
  expect(
    unusedExports([
      { path: 'api/a.ts', text: 'export const used = 1;\nexport const own = used;\nown;' },
      { path: 'api/b.ts', text: "import { used } from './a.ts'; // own\nexport type B = 1;" },
      { path: 'web/app/a.page.tsx', text: 'export const loader = () => null;' },
    ]),
  ).toEqual(['api/a.ts: no other file uses own; drop its export, or delete it']);
});

test('every error code is thrown somewhere', () => {
  expect(unusedErrorCodes(readSourceFiles())).toEqual([]);
});

test('an error code that only a test names is found', () => {
  expect(
    unusedErrorCodes([
      { path: 'contract/errors.ts', text: "  'post.gone': 404,\n  'post.locked': 402,\n" },
      { path: 'api/posts.ts', text: "throw new AppError('post.locked');" },
      { path: 'api/posts.test.ts', text: "expect('post.gone')" },
    ]),
  ).toEqual(['contract/errors.ts: nothing refuses with post.gone; delete it with its texts']);
});
