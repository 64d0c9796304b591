// A search for what must not be kept: in the database, in the log, and in every file of the
// installation.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from '../app.ts';

type Place = 'database' | 'log' | 'files';

/** How bytes are written in rows, lines and files. */
const spellingsOf = (secret: string | Buffer): Buffer[] => {
  const bytes = Buffer.from(secret as string);
  return [
    bytes,
    ...(['hex', 'base64', 'base64url'] as const).map((encoding) =>
      // The last characters depend on what follows.
      Buffer.from(bytes.toString(encoding).replace(/..={0,2}$/, '')),
    ),
  ];
};

const readDatabase = async ({ ctx: { pool } }: TestApp): Promise<Buffer> => {
  const { rows: tables } = await pool.query(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const lines: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await pool.query(`SELECT t::text AS line FROM "${schema}"."${name}" t`);
    lines.push(...rows.map(({ line }) => line as string));
  }
  return Buffer.from(lines.join('\n'));
};

const readFiles = async ({ ctx: { config } }: TestApp): Promise<Buffer> => {
  const found = await readdir(config.home, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  return Buffer.concat(
    await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name)))),
  );
};

/** Reads everything that is kept now; the answer says where each secret is in it. */
export const readKept = async (
  app: TestApp,
): Promise<(secret: string | Buffer) => readonly Place[]> => {
  const kept: [Place, Buffer][] = [
    ['database', await readDatabase(app)],
    ['log', Buffer.from(app.lines.join('\n'))],
    ['files', await readFiles(app)],
  ];
  return (secret) => {
    if (secret.length === 0) throw new Error('an empty secret is found nowhere');
    const spellings = spellingsOf(secret);
    return kept
      .filter(([, content]) => spellings.some((spelling) => content.includes(spelling)))
      .map(([place]) => place);
  };
};

/** Parts of a file that two files of one kind do not share. */
export const partsOf = (content: Buffer): Buffer[] =>
  [0.6, 0.75, 0.97].map((place) => {
    const at = Math.floor(content.length * place);
    return content.subarray(at, at + 24);
  });
