// No module is left behind by a change.
import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';
import { unusedModules } from './unused.ts';

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
