// Circles of imports: files that can't be read, moved or tested without each other. Imports of types
// count, because a reader follows them too.
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

/** Each circle once, as the files on it in the order of their imports. */
export function circles(files: SourceFile[]): Violation[] {
  const imports = importsOf(files.filter((file) => isCode(file) && !isTest(file)));
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
}
