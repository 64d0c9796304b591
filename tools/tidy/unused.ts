// Modules, exports and error codes that nothing names: what a change left behind, still read and
// translated by all.
import { basename } from 'node:path/posix';
import { codeOf, isCode, isTest } from './source-files.ts';
import type { SourceFile, Violation } from './source-files.ts';

/** The runners and the router find these by their names. */
const FOUND_BY_NAME =
  /\.(?:test|browser\.test|spec|engine|turn|soak|s3|python|page)\.tsx?$|^[^/]+\.config\.ts$|\.global\.ts$/;
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

/** Exported values; types are left out, because they document the shape of what is exported. */
const EXPORT = /^export (?:async )?(?:const|let|function\*?|class|enum) ([A-Za-z_$][\w$]*)/gm;
/** The framework reads these exports, and the API reference this schema by its id. */
const READ_BY_OTHERS = /\.page\.tsx?$|^web\/app\/(?:root|entry\.\w+|page-frame)\.tsx$/;
const NAMED_BY_ID = new Set(['insufficientSchema']);

/** An export is used when the code of another file has its name. */
export function unusedExports(files: SourceFile[]): Violation[] {
  const code = files.filter(isCode);
  const namedIn = new Map<string, number>();
  for (const file of code)
    for (const word of new Set(codeOf(file).match(/[A-Za-z_$][\w$]*/g)))
      namedIn.set(word, (namedIn.get(word) ?? 0) + 1);
  return code
    .filter(({ path }) => !READ_BY_OTHERS.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORT)].flatMap(([, name = '']): Violation[] =>
        (namedIn.get(name) ?? 0) > 1 || NAMED_BY_ID.has(name)
          ? []
          : [`${path}: no other file uses ${name}; drop its export, or delete it`],
      ),
    );
}

const ERROR_FILES = /^contract\/(?:.+\/)?errors\.ts$/;
const ERROR_CODE = /^ {2}'([a-zA-Z]+\.\w+)': \d+,$/gm;

/** An error code is used when code or SQL that is no test throws it. */
export function unusedErrorCodes(files: SourceFile[]): Violation[] {
  const throwers = files.filter(
    (file) => (isCode(file) || file.path.endsWith('.sql')) && !isTest(file),
  );
  const named = new Set(
    throwers
      .filter(({ path }) => !ERROR_FILES.test(path))
      .flatMap(({ text }) => text.match(/(?<=['"`])[a-zA-Z]+\.\w+(?=['"`])/g) ?? []),
  );
  return files
    .filter(({ path }) => ERROR_FILES.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(ERROR_CODE)].flatMap(([, code = '']): Violation[] =>
        named.has(code) ? [] : [`${path}: nothing refuses with ${code}; delete it with its texts`],
      ),
    );
}
