// The order in which migrations landed, kept beside them: a database that is ahead must never meet
// a new file in the middle.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Violation } from './source-files.ts';

const FOLDER = join(import.meta.dirname, '../../api/migrations');
/**
 * One name per line; `npm run schema` adds new ones at the end. Two branches that add one conflict
 * here, which is its purpose.
 */
export const LANDED = join(FOLDER, 'landed.txt');
const NAME = /^\d{4}-[\w-]+\.sql$/;
const numberOf = (name: string): string => name.slice(0, 4);

export const migrationFiles = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => NAME.test(name))
    .sort();

/**
 * The recorded names; whatever else is in the file, say the marks of a merge conflict, is passed
 * over.
 */
export const landedMigrations = (): string[] =>
  readFileSync(LANDED, 'utf8')
    .split('\n')
    .filter((line) => NAME.test(line));

/** The record with the files that are gone left out and the new ones at the end. */
export const recordAfter = (landed: string[], files: string[]): string[] => {
  const kept = landed.filter(
    (name, index) => files.includes(name) && landed.indexOf(name) === index,
  );
  return [...kept, ...files.filter((name) => !kept.includes(name))];
};

/**
 * Files that are not recorded or recorded and gone, and numbers that are not above all that landed
 * before.
 */
export const orderProblems = (landed: string[], files: string[]): Violation[] => [
  ...files
    .filter((name) => !landed.includes(name))
    .map((name): Violation => `api/migrations/${name}: is not in landed.txt; run npm run schema`),
  ...landed
    .filter((name) => !files.includes(name))
    .map(
      (name): Violation => `api/migrations/landed.txt: ${name} is gone; a landed migration stays`,
    ),
  ...landed.flatMap((name, index): Violation[] => {
    const newest = landed.slice(0, index).sort().at(-1);
    return newest !== undefined && numberOf(name) <= numberOf(newest)
      ? [
          `api/migrations/${name}: landed after ${newest}; give it the next number (git mv, then npm run schema)`,
        ]
      : [];
  }),
];
