// ZIP archives, streamed: neither the archive nor any file of it is in memory as a whole.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file of an archive. `content` is asked for when its turn comes. */
export type ArchiveFile = {
  /** With slashes, none of them first. */
  path: string;
  content: () => AsyncIterable<string | Buffer> | Promise<Readable>;
  /** For content that is compressed already, such as images and videos. */
  packed?: boolean;
};

/** The files of one feature with the data of one account. */
export type ArchivePart = Iterable<ArchiveFile> | AsyncIterable<ArchiveFile>;

const BATCH = 500;
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/** Rows in batches, in the order of their id, a UUID. */
async function* inBatches<Row extends { id: string }>(
  read: (after: string, limit: number) => Promise<{ rows: readonly Row[] }>,
): AsyncGenerator<Row> {
  let after = BEFORE_ALL_IDS;
  for (;;) {
    const { rows } = await read(after, BATCH);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

async function* asJson(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield `${separator}  ${JSON.stringify(row)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

const QUOTED = /[",\n\r]/;
/** Text that a spreadsheet reads as a formula; a negative number is not one. */
const FORMULA = /^\s*[=+\-@\t\r](?![\d.]*$)/;
/**
 * A formula after a semicolon or a tab, by which some spreadsheets separate cells even inside
 * quotes (Brazil's do). `;-)` is not a formula.
 */
const INNER_FORMULA = /([;\t])(?=[\s"']*(?:[=@]|[+-][^)]))/g;

/** A cell of a CSV that a spreadsheet shows as text. */
export const csvCell = (value: unknown): string => {
  const text =
    value instanceof Date
      ? value.toISOString()
      : value === null || value === undefined
        ? ''
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  const inner = text.replaceAll(INNER_FORMULA, "$1'");
  const plain = FORMULA.test(inner) ? `'${inner}` : inner;
  return QUOTED.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

async function* asCsv(
  columns: readonly string[],
  rows: AsyncIterable<Record<string, unknown>>,
): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`;
  for await (const row of rows)
    yield `${columns.map((column) => csvCell(row[column])).join(',')}\r\n`;
}

/**
 * Reads rows whose id is above `after`, in its order: `SELECT ... WHERE id > after ORDER BY id
 * LIMIT limit`.
 */
type BatchReader<Row> = (after: string, limit: number) => Promise<{ rows: readonly Row[] }>;

/** All rows of a table as one JSON array. */
export const tableFile = <Row extends { id: string }>(
  path: string,
  read: BatchReader<Row>,
): ArchiveFile => ({ path, content: () => asJson(inBatches(read)) });

/** The same as CSV (RFC 4180), for spreadsheets. */
export const csvFile = <Row extends { id: string }>(
  path: string,
  columns: readonly (keyof Row & string)[],
  read: BatchReader<Row>,
): ArchiveFile => ({ path, content: () => asCsv(columns, inBatches(read)) });

/** Rows of any order as CSV. */
export const csvRows = <Row extends Record<string, unknown>>(
  path: string,
  columns: readonly (keyof Row & string)[],
  rows: () => AsyncIterable<Row>,
): ArchiveFile => ({ path, content: () => asCsv(columns, rows()) });

/** One thing as JSON. */
export const jsonFile = (path: string, read: () => Promise<unknown>): ArchiveFile => ({
  path,
  content: async function* () {
    yield `${JSON.stringify(await read(), null, 2)}\n`;
  },
});

/** Writes the archive to a file of the machine; every entry has the date `at`. */
export const writeArchive = async (
  target: string,
  parts: Iterable<ArchivePart>,
  at: Date,
): Promise<void> => {
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(target, { mode: 0o600 }));
  // A failure is reported by the file that failed; without this handler it would be an unhandled
  // rejection too.
  written.catch(() => {});
  try {
    for (const part of parts) {
      for await (const { path, content, packed = false } of part) {
        const stream = Readable.from(await content());
        zip.addReadStream(stream, path, { mtime: at, mode: 0o100_600, compress: !packed });
        // One after another: the next is not opened before this one is in the archive.
        await Promise.race([finished(stream), written]);
      }
    }
    zip.end();
  } catch (error) {
    (zip.outputStream as Readable).destroy(error as Error);
    throw error;
  }
  await written;
};
