// Lines of a statement: a release moves money between two accounts of the same person, so its two
// entries are one line that neither adds nor takes.
import type { StatementEntry } from '../queries.ts';

/** `released`: the amount became available; the balance did not change. */
export type StatementLine = { entry: StatementEntry; released: boolean };

const arePair = (one: StatementEntry, other: StatementEntry | undefined): boolean =>
  one.kind === 'release' && other?.transferId === one.transferId && other.amount + one.amount === 0;

/** In the order of the entries; the two of a release follow each other. */
export const linesOf = (entries: readonly StatementEntry[]): StatementLine[] =>
  entries.flatMap((entry, index) => {
    if (arePair(entry, entries[index - 1])) return [];
    return [{ entry, released: arePair(entry, entries[index + 1]) }];
  });
