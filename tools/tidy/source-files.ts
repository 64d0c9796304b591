// The written files of the repository, and what each imports; every tidy rule works on this list.
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface SourceFile {
  /** Path from the repository's root, with forward slashes. */
  path: string;
  text: string;
}

/** A rule broken: where, and what to do instead. */
export type Violation = `${string}: ${string}`;

const ROOT = join(import.meta.dirname, '../..');
/** Made by tools or by running, never by hand. */
const MADE = new Set([
  '.git',
  '.camarim',
  'node_modules',
  'build',
  'paraglide',
  '.react-router',
  'cache',
  '.lix',
  'test-results',
  'playwright-report',
]);
const TEXT =
  /\.(ts|tsx|mjs|css|sql|json|md|html|svg|yml|yaml|sh)$|(^|\/)(\.npmrc|\.gitignore|run|Dockerfile|LICENSE)$/;

/** Every text file that people wrote. */
export function readSourceFiles(folder = ''): SourceFile[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (MADE.has(entry.name)) return [];
    if (entry.isDirectory()) return readSourceFiles(path);
    return TEXT.test(path) ? [{ path, text: readFileSync(join(ROOT, path), 'utf8') }] : [];
  });
}

export const isCode = ({ path }: SourceFile): boolean =>
  /\.(ts|tsx|mjs)$/.test(path) && !isGenerated(path);
export const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path);
export const isGenerated = (path: string): boolean => /\.gen\.ts$|(^|\/)schema\.sql$/.test(path);

/** The text without comments, so that prose breaks no rule. Strings keep their `//`. */
export function codeOf({ text }: SourceFile): string {
  const tokens =
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<![:\\/])\/\/[^\n]*/g;
  return text.replace(tokens, (_, literal: string | undefined) => literal ?? '');
}

/**
 * What a file imports: paths from the root for our own files (`@camarim/x` included), package names
 * for others.
 */
export function importsOf(file: SourceFile): string[] {
  const specifiers = codeOf(file).matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g);
  return [...specifiers].map(([, specifier = '']) => {
    if (specifier.startsWith('.')) return posix.join(posix.dirname(file.path), specifier);
    return specifier.replace(/^@camarim\//, '');
  });
}
