// Invariant 1: the borders between web, api, contract, sandbox and features.
import { expect, test } from 'vitest';
import { bareImports, schemasInWeb, crossings } from './borders.ts';
import { importsOf, readSourceFiles } from './source-files.ts';

test('no import crosses a border', () => {
  expect(crossings(readSourceFiles())).toEqual([]);
});

test.each([
  ['web/app/a.ts', `import { x } from '../../api/app.ts'`],
  ['web/app/a.ts', `const x = await import('@camarim/api/app.ts')`],
  ['contract/a.ts', `import pg from 'pg'`],
  ['contract/a.ts', `export type { X } from '../web/x.ts'`],
  ['contract/a.test.ts', `import { x } from '@camarim/api/x.ts'`],
  ['api/app.ts', `import '../web/app/root.tsx'`],
  ['sandbox/a.ts', `import { x } from '../api/x.ts'`],
  ['api/features/posts/service.ts', `import type { X } from '../profiles/store.ts'`],
  ['api/features/posts/service.test.ts', `import { x } from '../profiles/rules.ts'`],
  ['api/platform/http/a.ts', `import { x } from '../../features/posts/index.ts'`],
  ['api/app.ts', `import { testDatabase } from './testing/database.ts'`],
  ['web/features/posts/a.ts', `import { Wallet } from '../funds/wallet/Wallet.tsx'`],
  ['web/features/posts/a.ts', `const load = () => import('../funds/Wallet.tsx')`],
  ['web/features/posts/a.test.ts', `import { root } from '../../app/root.tsx'`],
  ['web/app/a.ts', `import { Wallet } from '../features/funds/Wallet.tsx'`],
  ['web/client/a.ts', `import { Wallet } from '../features/funds/index.ts'`],
  ['web/client/a.ts', `import { root } from '../app/root.tsx'`],
  ['web/ui/a.ts', `import { call } from '../client/api/api.ts'`],
  ['web/ui/Button.tsx', `import { Wallet } from '../features/funds/Wallet.tsx'`],
])('a crossing is found: %s with %s', (path, text) => {
  expect(crossings([{ path, text }])).toHaveLength(1);
});

test.each([
  ['web/app/a.ts', `import type { Routes } from '@camarim/contract'`],
  ['contract/a.ts', `import { z } from 'zod'; import { x } from './money.ts'`],
  [
    'api/features/posts/service.ts',
    `import { x } from '../profiles/index.ts'; import { y } from './store.ts'`,
  ],
  [
    'api/features/posts/service.test.ts',
    `import { testDatabase } from '../../testing/database.ts'`,
  ],
  ['web/app/a.ts', `import { Wallet } from '../features/funds/index.ts'`],
  ['web/features/posts/a.ts', `import { usePay } from '../funds/index.ts'`],
  ['web/ui/a.ts', `import { m } from '../paraglide/messages.js'`],
  ['web/app/a.ts', `// import { x } from '../../api/app.ts'`],
])('a legal import is not reported: %s with %s', (path, text) => {
  expect(crossings([{ path, text }])).toEqual([]);
});

test('imports over several lines and re-exports are seen', () => {
  const text = `import {\n  a,\n} from './a.ts';\nexport * from "../b.ts";\nimport './c.ts';\nconst d = import('./d.ts');`;
  expect(importsOf({ path: 'x/y/z.ts', text })).toEqual([
    'x/y/a.ts',
    'x/b.ts',
    'x/y/c.ts',
    'x/y/d.ts',
  ]);
});

test('every dynamic import of the web application is a loader that load-part.ts is given', () => {
  expect(bareImports(readSourceFiles())).toEqual([]);
  expect(
    bareImports([{ path: 'web/app/a.ts', text: `const x = await import('./x.ts')` }]),
  ).toHaveLength(1);
  expect(
    bareImports([
      { path: 'web/app/a.ts', text: `const x = await loadPart(() => import('./x.ts'))` },
    ]),
  ).toEqual([]);
});

test('the web application imports no value from a module of the contract that has schemas', () => {
  expect(schemasInWeb(readSourceFiles())).toEqual([]);
  const contract = [
    { path: 'contract/features/a.ts', text: `import { z } from 'zod';` },
    { path: 'contract/limits.ts', text: `export const MAX = 1;` },
  ];
  const of = (text: string) => schemasInWeb([...contract, { path: 'web/app/a.ts', text }]);
  expect(of(`import { type A, KINDS } from '@camarim/contract/features/a';`)).toHaveLength(1);
  expect(of(`import { routes } from '@camarim/contract';`)).toHaveLength(1);
  expect(of(`import { type A } from '@camarim/contract/features/a';`)).toEqual([]);
  expect(of(`import type { A } from '@camarim/contract/features/a';`)).toEqual([]);
  expect(of(`import { MAX } from '@camarim/contract/limits';`)).toEqual([]);
});
