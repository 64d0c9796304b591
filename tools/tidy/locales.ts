// Compares the languages of one set of texts: same keys, same placeholders, nothing empty.
import type { SourceFile, Violation } from './source-files.ts';

export const LOCALES = ['pt', 'en', 'es'];

/** Folders with one JSON file per language: wherever there is a Portuguese one. */
export const catalogues = (files: SourceFile[]): string[] =>
  files.flatMap(({ path }) =>
    path.endsWith(`/${LOCALES[0]}.json`) ? path.slice(0, path.lastIndexOf('/')) : [],
  );

/**
 * What is missing, left over, empty or different in the languages of a folder, compared with
 * Portuguese.
 */
export function differences(files: SourceFile[], folder: string): Violation[] {
  const [first = new Map<string, string>(), ...others] = LOCALES.map((locale) =>
    readTexts(files, `${folder}/${locale}.json`),
  );
  return others.flatMap((texts, index) => {
    const path = `${folder}/${LOCALES[index + 1]}.json`;
    return [...new Set([...first.keys(), ...texts.keys()])].flatMap((key) =>
      compare(path, key, first.get(key), texts.get(key)),
    );
  });
}

function compare(
  path: string,
  key: string,
  original: string | undefined,
  translated: string | undefined,
): Violation[] {
  if (original === undefined) return [`${path}: ${key} is not in ${LOCALES[0]}`];
  if (translated === undefined) return [`${path}: ${key} is missing`];
  if (original.trim() === '' || translated.trim() === '') return [`${path}: ${key} is empty`];
  if (placeholders(original) !== placeholders(translated))
    return [`${path}: ${key} has other placeholders than ${LOCALES[0]}`];
  return [];
}

/**
 * `{name}`s of a plain text; of a text with variants (an array), those of all variants together.
 */
function placeholders(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g))].sort().join(' ');
}

function readTexts(files: SourceFile[], path: string): Map<string, string> {
  const file = files.find((candidate) => candidate.path === path);
  if (!file) throw new Error(`${path} does not exist`);
  return new Map(flatten(JSON.parse(file.text), ''));
}

function flatten(node: unknown, prefix: string): [string, string][] {
  if (typeof node === 'string') return [[prefix, node]];
  // Variants (plurals) differ between languages; the message is compared as one.
  if (Array.isArray(node)) return [[prefix, JSON.stringify(node)]];
  return Object.entries(node as object)
    .filter(([key]) => key !== '$schema')
    .flatMap(([key, value]) => flatten(value, prefix === '' ? key : `${prefix}.${key}`));
}
