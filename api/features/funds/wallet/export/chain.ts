// A statement as lines that each carry the SHA-256 of the line before, ended by a signature: it can
// be verified offline years later with tools/verify-statement.mjs. Pure but for the signature.
import { hash } from 'node:crypto';
import { decimalText } from '@camarim/contract/money';
import type { statementEntrySchema } from '@camarim/contract/features/funds/statements';
import type { z } from 'zod';
import { csvCell } from '../../../../platform/archive/archive.ts';

export type ExportFormat = 'csv' | 'jsonl';

export type ExportLine = z.output<typeof statementEntrySchema>;

/** The header of the file. */
export type ExportSubject = {
  installation: string;
  profile: string;
  account: 'wallet' | 'earnings';
  filters: Record<string, string>;
  exportedAt: string;
};

/** Signs the hash of the last line and the number of entries. */
export type Seal = { publicKey: string; sign(head: string, entries: number): string };

const ENTRY_COLUMNS = [
  'id',
  'transfer',
  'at',
  'kind',
  'account',
  'amount',
  'gross',
  'fee',
  'counterpart',
  'reference',
  'message',
] as const;

/**
 * All cells but the message hold ids, kinds, instants, numbers and user names: nothing that needs
 * quotes or that a spreadsheet would run.
 */
const csv = (...cells: readonly (string | number | null)[]): string =>
  cells.map((cell) => cell ?? '').join(',');

/**
 * In one line, because the chain is of lines; quoted where it needs quotes, and never a formula.
 */
const messageCell = ({ message }: ExportLine): string => csvCell(message?.replaceAll(/\s+/g, ' '));

const reference = ({ referenceType, referenceId }: ExportLine): string | null =>
  referenceId && `${referenceType}:${referenceId}`;

const reais = (amount: ExportLine['amount'] | null): string | null => amount && decimalText(amount);

/** How one format spells the three kinds of line. `previous` comes first in all of them. */
type ChainFormat = {
  before: readonly string[];
  subject(previous: string, subject: ExportSubject): string;
  entry(previous: string, line: ExportLine): string;
  end(previous: string, entries: number, signature: string, publicKey: string): string;
};

const SPELLINGS: Record<ExportFormat, ChainFormat> = {
  jsonl: {
    before: [],
    subject: (previous, subject) => JSON.stringify({ previous, ...subject }),
    entry: (previous, line) =>
      JSON.stringify({ previous, ...line, counterpart: line.counterpart?.domainName ?? null }),
    end: (previous, entries, signature, publicKey) =>
      JSON.stringify({ previous, end: entries, signature, publicKey }),
  },
  csv: {
    before: [csv('previous', ...ENTRY_COLUMNS)],
    subject: (previous, { installation, profile, account, filters, exportedAt }) =>
      csv(
        previous,
        'statement',
        installation,
        exportedAt,
        profile,
        account,
        ...Object.entries(filters).map(([name, value]) => `${name}=${value}`),
      ),
    entry: (previous, line) =>
      csv(
        previous,
        line.id,
        line.transferId,
        line.createdAt,
        line.kind,
        line.account,
        reais(line.amount),
        reais(line.gross),
        reais(line.fee),
        line.counterpart?.domainName ?? null,
        reference(line),
        messageCell(line),
      ),
    end: (previous, entries, signature, publicKey) =>
      csv(previous, 'end', entries, signature, publicKey),
  },
};

/** The "previous" hash of the first line. */
const NOTHING = '0'.repeat(64);

/** The file's lines, without their line ends. */
export async function* chainLines(
  format: ExportFormat,
  subject: ExportSubject,
  entries: AsyncIterable<ExportLine>,
  seal: Seal,
): AsyncGenerator<string> {
  const spelling = SPELLINGS[format];
  let previous = NOTHING;
  let count = 0;
  const linked = (line: string): string => {
    previous = hash('sha256', line);
    return line;
  };
  for (const line of spelling.before) yield linked(line);
  yield linked(spelling.subject(previous, subject));
  for await (const entry of entries) {
    count += 1;
    yield linked(spelling.entry(previous, entry));
  }
  yield spelling.end(previous, count, seal.sign(previous, count), seal.publicKey);
}
