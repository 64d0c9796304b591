// Checks an export of the audit log without its database: every line has the hash of its content
// and the one before it, and adjacent places are linked.
import { type ChainCheck, hashOf, NO_HASH } from './chain.ts';
import type { EntryContent } from './chain-store.ts';

type ExportLine = EntryContent & { place: number; previous: string; hash: string };

/**
 * A filtered export has gaps, which are not breaks: its lines prove their own content only. Throws
 * SyntaxError on a line that is no JSON.
 */
export const checkExport = async (lines: AsyncIterable<string>): Promise<ChainCheck> => {
  let entries = 0;
  let last: ExportLine | null = null;
  for await (const text of lines) {
    if (text.trim() === '') continue;
    const line = JSON.parse(text) as ExportLine;
    const linked: boolean =
      last === null
        ? line.place > 1 || line.previous === NO_HASH
        : line.place > last.place && (line.place !== last.place + 1 || line.previous === last.hash);
    if (!linked || hashOf(line.previous, line) !== line.hash)
      return {
        entries,
        hash: last?.hash ?? NO_HASH,
        broken: { problem: 'changed', place: line.place, entry: line },
      };
    entries += 1;
    last = line;
  }
  return { entries, hash: last?.hash ?? NO_HASH, broken: null };
};
