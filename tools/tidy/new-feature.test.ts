// Adding a feature touches at most five shared files: the lists that ARCHITECTURE.md names.
import { expect, test } from 'vitest';
import { codeOf, importsOf, isCode, readSourceFiles, type SourceFile } from './source-files.ts';

const LISTS = [
  'api/features.ts',
  'api/testing/access/features.ts',
  'contract/features/notifications/kinds.ts',
  'contract/index.ts',
  'web/app/pages.ts',
];

/** A kind of sale is an entry in these, too (decision 0036). */
const SALES = ['api/testing/ledger/history.ts', 'web/app/sales.ts'];

/** The frame shows the conversations on every page (specification section 2, header and drawer). */
const FRAME = ['web/app/layout/MemberActions.tsx', 'web/app/layout/NavBar.tsx'];

/** Files outside the folders of features that a feature's modules, routes or pages are named in. */
const sharedFilesOf = (feature: string, files: SourceFile[]): string[] => {
  const own = new RegExp(`(^|/)${feature}(/|\\.|-)`);
  const named = new RegExp(`['"\`]((GET|POST|PUT|PATCH|DELETE) )?/${feature}[/'"\`{]`);
  return files
    .filter(
      (file) =>
        isCode(file) &&
        !/^(tools|(api|web|contract)\/features)\//.test(file.path) &&
        !own.test(file.path) &&
        (importsOf(file).some((path) => own.test(path)) ||
          (LISTS.includes(file.path) && named.test(codeOf(file)))),
    )
    .map(({ path }) => path)
    .sort();
};

test('the chats feature is composed in lists of ARCHITECTURE.md, the tables of sales and the frame alone', () => {
  const shared = sharedFilesOf('chats', readSourceFiles());
  expect(shared).toEqual(expect.arrayContaining(['api/features.ts', 'contract/index.ts']));
  expect(shared.filter((path) => ![...LISTS, ...SALES, ...FRAME].includes(path))).toEqual([]);
  expect(LISTS).toHaveLength(5);
});

test('ARCHITECTURE.md names these lists and no other', () => {
  const page = readSourceFiles().find(({ path }) => path === 'ARCHITECTURE.md')?.text ?? '';
  const section = /## Adding a feature\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '';
  const numbered = [...section.matchAll(/^\d\. `([^`]+)`/gm)].map(([, path = '']) => path);
  expect(numbered.sort()).toEqual(LISTS);
});

test('a shared file that imports the feature is found', () => {
  const files = [
    { path: 'api/app.ts', text: `import { chats } from './features/chats/index.ts'` },
    { path: 'api/features/posts/a.ts', text: `import { chats } from '../chats/index.ts'` },
    { path: 'web/app/pages.ts', text: `['/chats', 'chats/list.page.tsx', 'members', 'plain']` },
    { path: 'api/other.ts', text: `import { x } from './features/posts/index.ts'` },
  ];
  expect(sharedFilesOf('chats', files)).toEqual(['api/app.ts', 'web/app/pages.ts']);
});
