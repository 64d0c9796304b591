// The conventions that a machine can check: size, depth, names, first lines, nothing unfinished.
import { expect, test } from 'vitest';
import {
  COMMENT_COLUMNS_MAX,
  DEPTH_MAX,
  FILES_PER_FOLDER_MAX,
  LINES_MAX,
  badlyNamed,
  tooDeep,
  tooFull,
  tooLong,
  unexplained,
  unfinished,
  wideComments,
} from './shape.ts';
import { readSourceFiles } from './source-files.ts';

const files = readSourceFiles();
const file = (path: string, text = '// What it is for.\n') => ({ path, text });
const lines = (count: number) => '// line\n'.repeat(count);

test('no file is longer than the limit', () => {
  expect(tooLong(files)).toEqual([]);
  expect(tooLong([file('api/a.ts', lines(LINES_MAX))])).toEqual([]);
  expect(tooLong([file('api/a.ts', lines(LINES_MAX + 1))])).toHaveLength(1);
  expect(tooLong([file('api/a.gen.ts', lines(LINES_MAX + 1))])).toEqual([]);
});

test('no folder is fuller than the limit', () => {
  const folder = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => file(`${name}/f${index}.ts`));
  expect(tooFull(files)).toEqual([]);
  expect(tooFull(folder('api/x', FILES_PER_FOLDER_MAX))).toEqual([]);
  expect(tooFull(folder('api/x', FILES_PER_FOLDER_MAX + 1))).toHaveLength(1);
  expect(tooFull(folder('api/migrations', FILES_PER_FOLDER_MAX + 1))).toEqual([]);
});

test('no file lies deeper than the limit', () => {
  expect(tooDeep(files)).toEqual([]);
  expect(tooDeep([file(`${'a/'.repeat(DEPTH_MAX)}b.ts`)])).toEqual([]);
  expect(tooDeep([file(`${'a/'.repeat(DEPTH_MAX + 1)}b.ts`)])).toHaveLength(1);
});

test('every name says something and has its form', () => {
  expect(badlyNamed(files)).toEqual([]);
  for (const path of [
    'api/utils.ts',
    'api/helpers/a.ts',
    'web/common/A.tsx',
    'api/string-utils.ts',
    'api/session-manager.ts',
    'api/postStore.ts',
    'api/Post.ts',
  ]) {
    expect(badlyNamed([file(path)]), path).toHaveLength(1);
  }
  for (const path of [
    'web/features/posts/PostCard.tsx',
    'web/features/posts/PostCard.module.css',
    'api/like-post.test.ts',
    'web/app/entry.server.tsx',
    'contract/community.ts',
  ]) {
    expect(badlyNamed([file(path)]), path).toEqual([]);
  }
});

test('every file begins with what it is for', () => {
  expect(unexplained(files)).toEqual([]);
  expect(unexplained([file('api/a.ts', `import { x } from './x.ts';\n`)])).toHaveLength(1);
  expect(unexplained([file('api/a.ts', '//\nimport x')])).toHaveLength(1);
  expect(
    unexplained([
      file('api/a.sql', '-- Why.\n'),
      file('web/a.css', '/* Why. */\n'),
      file('tools/a.mjs', '#!/usr/bin/env node\n// Why.\n'),
    ]),
  ).toEqual([]);
});

test('nothing is left unfinished or silenced', () => {
  expect(unfinished(files)).toEqual([]);
  const marks = [
    ['TO', 'DO later'],
    ['FIX', 'ME'],
    ['test.on', `ly('x')`],
    ['it.sk', `ip('x')`],
    ['// oxlint-dis', 'able-next-line'],
    ['x as a', 'ny'],
    ['// @ts-ig', 'nore'],
  ];
  for (const mark of marks)
    expect(unfinished([file('api/a.ts', mark.join(''))]), mark.join('')).toHaveLength(1);
  expect(unfinished([file('api/a.ts', '// todos os posts; test.runIf(x)')])).toEqual([]);
});

test('no comment is wider than the code', () => {
  expect(wideComments(files)).toEqual([]);
  for (const start of ['// ', '/* ', '/** ', '  // ', '   * ', '  {/* ']) {
    const widest = start.padEnd(COMMENT_COLUMNS_MAX, 'x');
    expect(wideComments([file('web/A.tsx', widest)])).toEqual([]);
    expect(wideComments([file('web/A.tsx', `${widest}x`)]), start).toHaveLength(1);
  }
});
