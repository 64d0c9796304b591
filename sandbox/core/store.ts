// State of the stand-ins: JSON documents in one SQLite file, which survive a restart or a kill.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Documents of one kind are found by id, or listed in the order of `atMs`, then id. */
export type Store = {
  get: <T>(kind: string, id: string) => T | undefined;
  put: (kind: string, id: string, document: unknown, atMs?: number) => void;
  remove: (kind: string, id: string) => void;
  list: <T>(
    kind: string,
    range?: { fromMs?: number; toMs?: number; limit?: number; newestFirst?: boolean },
  ) => T[];
  count: (kind: string) => number;
  /** All of what `work` writes, or none of it. */
  atomic: <T>(work: () => T) => T;
  close: () => void;
};

type Row = { document: string };

/** Opens or creates the state in a folder. */
export const openStore = (stateDir: string): Store => {
  mkdirSync(stateDir, { recursive: true });
  const database = new DatabaseSync(join(stateDir, 'sandbox.sqlite'));
  // WAL with NORMAL: a commit outlives the process; only a power cut may take back the last ones.
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;
    CREATE TABLE IF NOT EXISTS document (
      kind TEXT NOT NULL, id TEXT NOT NULL, at_ms INTEGER NOT NULL, document TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS document_by_time ON document (kind, at_ms, id);
  `);
  const select = database.prepare('SELECT document FROM document WHERE kind = ? AND id = ?');
  const upsert = database.prepare(
    'INSERT INTO document (kind, id, at_ms, document) VALUES (?, ?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET at_ms = excluded.at_ms, document = excluded.document',
  );
  const remove = database.prepare('DELETE FROM document WHERE kind = ? AND id = ?');
  const count = database.prepare('SELECT count(*) AS total FROM document WHERE kind = ?');
  const inOrder = (direction: 'ASC' | 'DESC') =>
    database.prepare(
      `SELECT document FROM document WHERE kind = ? AND at_ms BETWEEN ? AND ?
        ORDER BY at_ms ${direction}, id ${direction} LIMIT ?`,
    );
  const oldestFirst = inOrder('ASC');
  const newestFirst = inOrder('DESC');
  let depth = 0;

  return {
    get: <T>(kind: string, id: string) => {
      const row = select.get(kind, id) as Row | undefined;
      return row ? (JSON.parse(row.document) as T) : undefined;
    },
    put: (kind, id, document, atMs = 0) =>
      void upsert.run(kind, id, atMs, JSON.stringify(document)),
    remove: (kind, id) => void remove.run(kind, id),
    list: <T>(
      kind: string,
      range: { fromMs?: number; toMs?: number; limit?: number; newestFirst?: boolean } = {},
    ) => {
      const statement = range.newestFirst ? newestFirst : oldestFirst;
      const rows = statement.all(
        kind,
        range.fromMs ?? 0,
        range.toMs ?? Number.MAX_SAFE_INTEGER,
        range.limit ?? -1,
      ) as unknown as Row[];
      return rows.map((row) => JSON.parse(row.document) as T);
    },
    count: (kind) => (count.get(kind) as { total: number }).total,
    atomic: (work) => {
      if (depth > 0) return work();
      database.exec('BEGIN IMMEDIATE');
      depth += 1;
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      } finally {
        depth -= 1;
      }
    },
    close: () => database.close(),
  };
};
