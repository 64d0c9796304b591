// The words of docs/glossary.md are the ones in use: those that they replaced do not come back.
import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';
import {
  brokenComments,
  commentsWithoutSubject,
  misnamedActions,
  participleTypes,
  replacedWords,
} from './words.ts';

const found = (text: string, path = 'api/a.ts') => replacedWords([{ path, text }]).length;

test('no identifier, comment, log or title uses a word that the glossary replaced', () => {
  expect(replacedWords(readSourceFiles())).toEqual([]);
});

test.each([
  '// Whoever comes back is told.',
  'const planDesk = 1;',
  'export type AgeDoor = {};',
  "test('is sent to nobody', () => {});",
  'const { desk_rows } = row;',
])('a replaced word is found in: %s', (line) => {
  expect(found(line)).toBe(1);
});

test.each(['// A lighthouse on the desktop still stands.', 'const untold = indoors;'])(
  'a longer word that contains a replaced one is none: %s',
  (line) => {
    expect(found(line)).toBe(0);
  },
);

test('a file is found by its name, and documents and English texts are read', () => {
  expect(found('', 'api/features/plans/plan-desk.ts')).toBe(1);
  expect(found('You are told by email.', 'docs/operations/lives.md')).toBe(1);
  expect(found('"plan_closed": "You are told by email."', 'web/locales/plans/en.json')).toBe(1);
  expect(found('"plan_closed": "Film"', 'web/locales/plans/es.json')).toBe(0);
});

test('no type is named by a participle alone', () => {
  expect(participleTypes(readSourceFiles())).toEqual([]);
});

test.each([
  ['export type Shown = string;', 1],
  ['interface Agreed {}', 1],
  ['type Carrying = {};', 1],
  ['type Posting = {};', 0],
  ['type SentMessage = string;', 0],
  ['export type Allowed<T> = T;', 0],
])('%s has %i types that are participles', (text, count) => {
  expect(participleTypes([{ path: 'api/a.ts', text }])).toHaveLength(count);
});

test('doc comments begin with the noun that they are about', () => {
  expect(commentsWithoutSubject(readSourceFiles())).toEqual([]);
});

test.each([
  ['/** Of both sides. */', 1],
  ['/**\n * Those of the posts that wait.\n */', 1],
  ['/** Messages of both sides. */', 0],
  ['/**\n * Posts that wait.\n * Of one producer.\n */', 0],
])('%j has %i comments without a subject', (text, count) => {
  expect(commentsWithoutSubject([{ path: 'api/a.ts', text }])).toHaveLength(count);
});

test('no comment has a word twice in a row, or the name of a function in place of a word', () => {
  expect(brokenComments(readSourceFiles())).toEqual([]);
});

test.each([
  ['// What the\n// the person gives.', 1],
  ['/**\n * What the settings sendMessage.\n */', 1],
  ['// `sendMessage` sends it. What a log-in in a browser leaves.', 0],
  ['// Sends the message.\nsendMessage(message);', 0],
])('%j has %i broken comments', (text, count) => {
  const files = [
    { path: 'api/a.ts', text },
    { path: 'api/b.ts', text: 'export const sendMessage = () => undefined;' },
  ];
  expect(brokenComments(files)).toHaveLength(count);
});

test('audit actions that only view something end in viewed, and no others do', () => {
  expect(misnamedActions(readSourceFiles())).toEqual([]);
});

test.each([
  ['report.viewed', 0],
  ['pack.fileViewed', 0],
  ['report.removed', 0],
  ['report.reviewed', 1],
  ['report.viewing', 1],
])('the action %s has %i violations', (name, count) => {
  const text = `interface AuditActions {\n  '${name}': true;\n}`;
  expect(misnamedActions([{ path: 'api/features/reports/declarations.ts', text }])).toHaveLength(
    count,
  );
});
