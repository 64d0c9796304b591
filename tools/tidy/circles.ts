// Circles of imports: files that can't be read, moved or tested without each other. Imports of
// types count, because a reader follows them too.
import { dirname, join } from 'node:path/posix';
import { isCode, isTest } from './source-files.ts';
import type { SourceFile, Violation } from './source-files.ts';

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+|@camarim\/contract[^']*)'/g;

const targetOf = (path: string, specifier: string): string =>
  specifier.startsWith('.')
    ? join(dirname(path), specifier)
    : `contract/${specifier.slice('@camarim/contract/'.length) || 'index'}.ts`;

const importsOf = (files: SourceFile[]): Map<string, string[]> => {
  const paths = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, text }) => [
      path,
      [...text.matchAll(IMPORT)]
        .map(([, specifier = '']) => targetOf(path, specifier))
        .filter((target) => paths.has(target)),
    ]),
  );
};

/** Each circle once, as what is on it in the order of the imports. */
const circlesOf = (imports: ReadonlyMap<string, Iterable<string>>): Violation[] => {
  const found: Violation[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      found.push(`${path}: imports itself through ${[...trail.slice(start + 1), path].join(', ')}`);
      return;
    }
    if (done.has(path)) return;
    trail.push(path);
    for (const target of imports.get(path) ?? []) visit(target);
    trail.pop();
    done.add(path);
  };
  for (const path of imports.keys()) visit(path);
  return found;
};

const readImports = (files: SourceFile[]): Map<string, string[]> =>
  importsOf(files.filter((file) => isCode(file) && !isTest(file)));

/** Circles of files. */
export const circles = (files: SourceFile[]): Violation[] => circlesOf(readImports(files));

/** The part of the web application that a file is in: a feature, or app, client, ui. */
const partOf = (path: string): string =>
  /^web\/(?:features\/[^/]+|[^/]+)(?=\/)/.exec(path)?.[0] ?? path;

/**
 * Circles of the web application's parts: two features that need each other, or one that needs the
 * app, can't be read, moved or tested alone, even when no single file is on a circle.
 */
export function partCircles(files: SourceFile[]): Violation[] {
  const parts = new Map<string, Set<string>>();
  for (const [path, targets] of readImports(files.filter(({ path }) => path.startsWith('web/')))) {
    const part = partOf(path);
    const known = parts.get(part) ?? new Set();
    parts.set(part, known);
    for (const target of targets) if (partOf(target) !== part) known.add(partOf(target));
  }
  return circlesOf(parts);
}
