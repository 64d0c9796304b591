// Who may speak to the database, move money and read the time.
import { codeOf, isCode, isTest } from './source-files.ts';
import type { SourceFile, Violation } from './source-files.ts';

const QUERY =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|\bsql(?:<[^`]*>)?`|\bsql\.raw\(|\bpreparedRead(?:<[^(]*>)?\(|\b(?:pool|client)\.query[(<]/;
const LEDGER_WRITE =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`]ledger_|(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+"?ledger_|\bledger_\w+\s*\(/i;
const ACCESS_QUERY =
  /(?:selectFrom|[jJ]oin|insertInto|updateTable|deleteFrom)\(\s*['"`]access\b|\b(?:from|join|into|update)\s+access\b/i;
const CLOCK_READ =
  /\bDate\.now\(|\bnew Date\(\s*\)|(?<![\w.$])Date\(\s*\)|(?<![\w.])now\(\s*\)|\b(?:current_timestamp|clock_timestamp|current_date|localtimestamp)\b/i;

const isStore = ({ path }: SourceFile): boolean =>
  /\/(?:[\w-]+-)?store(?:-[\w-]+)?\.ts$/.test(path);
const inFeatures = ({ path }: SourceFile): boolean => path.startsWith('api/features/');
const servedByFeatures = (file: SourceFile): boolean =>
  isCode(file) && !isTest(file) && inFeatures(file);

/** SQL of a feature outside its store files. */
export function strayQueries(files: SourceFile[]): Violation[] {
  return files
    .filter((file) => servedByFeatures(file) && !isStore(file) && QUERY.test(codeOf(file)))
    .map((file): Violation => `${file.path}: has SQL; it belongs in the feature's store.ts`);
}

/**
 * Writes to ledger tables, or calls of the ledger's functions, outside features/ledger. The
 * benchmark measures the bare SQL, and a test of the check plants what it must find.
 */
export function strayLedgerWrites(files: SourceFile[]): Violation[] {
  const exempt = [
    'api/features/ledger/',
    'api/commands/check-ledger.test.ts',
    'bench/',
    'tools/tidy/',
  ];
  return files
    .filter(
      (file) =>
        isCode(file) &&
        !exempt.some((folder) => file.path.startsWith(folder)) &&
        LEDGER_WRITE.test(codeOf(file)),
    )
    .map(
      (file): Violation => `${file.path}: writes the ledger; ask features/ledger for a movement`,
    );
}

/** Statements of features about the table `access` that features/access does not make. */
export function strayAccessQueries(files: SourceFile[]): Violation[] {
  return files
    .filter(
      (file) =>
        servedByFeatures(file) &&
        !file.path.startsWith('api/features/access/') &&
        ACCESS_QUERY.test(codeOf(file)),
    )
    .map(
      (file): Violation => `${file.path}: names the table access; use the SQL of features/access`,
    );
}

/**
 * Reads of the machine's or the database's clock in features, which must use the clock they are
 * given.
 */
export function strayClockReads(files: SourceFile[]): Violation[] {
  return files
    .filter((file) => servedByFeatures(file) && CLOCK_READ.test(codeOf(file)))
    .map((file): Violation => `${file.path}: reads the time; use the clock that is passed in`);
}
