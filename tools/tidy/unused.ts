// Modules that nothing names: what a change left behind, still read and translated by everybody.
import { basename } from 'node:path/posix';
import { isCode } from './source-files.ts';
import type { SourceFile, Violation } from './source-files.ts';

/** The runners and the router find these by their names. */
const FOUND_BY_NAME =
  /\.(?:test|browser\.test|spec|engine|turn|soak|s3|page)\.tsx?$|^[^/]+\.config\.ts$|\.global\.ts$/;
const NAME = /@camarim\/contract\/[\w/-]+|[\w.-]+\.(?:tsx?|mjs)\b/g;

/** A module is used when the code or the settings elsewhere hold its file name or package path. */
export function unusedModules(files: SourceFile[]): Violation[] {
  const readers = files.filter((file) => isCode(file) || /(^|\/)package\.json$/.test(file.path));
  const namedBy = new Map<string, Set<string>>();
  for (const { path, text } of readers)
    for (const [name] of text.matchAll(NAME))
      namedBy.set(name, (namedBy.get(name) ?? new Set()).add(path));
  const isNamed = (name: string, path: string): boolean =>
    [...(namedBy.get(name) ?? [])].some((reader) => reader !== path);
  return readers
    .filter((file) => isCode(file) && !FOUND_BY_NAME.test(file.path))
    .filter(
      ({ path }) =>
        !isNamed(basename(path), path) &&
        !isNamed(path.replace(/^contract\/(.+)\.ts$/, '@camarim/contract/$1'), path),
    )
    .map(({ path }): Violation => `${path}: nothing imports it; delete it`);
}
