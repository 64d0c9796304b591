// One pool of PostgreSQL connections, and Kysely typed by the live schema on top of it.
import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './database.gen.ts';
import { SCHEMA_CHANGED } from './database-errors.ts';

export type { DB };

export type Database = Kysely<DB>;

export interface Connection {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Most connections open at once. */
  max: number;
  applicationName?: string;
  /** Called when an idle connection breaks; the pool replaces it. */
  onIdleError?: (error: Error) => void;
  /**
   * Called with what work after the end of a transaction threw; its caller gets the result all the
   * same.
   */
  onLateError?: LateErrorListener;
  /** How long a statement may take; none by default, for commands and migrations. */
  deadlines?: Deadlines;
}

export type LateErrorListener = (error: unknown) => void;

export type Deadlines = {
  /** Limit of a statement; enforced by the server. */
  statementMs: number;
  /** Limit of waiting for one lock; enforced by the server. */
  lockMs: number;
  /** Limit of an idle transaction; enforced by the server. */
  idleInTransactionMs: number;
  /** Limit of a reply; enforced here: the connection is ended. More than `statementMs`. */
  answerMs: number;
};

/** For the product's own statements: each is short, and a caller would not wait longer. */
export const DEADLINES: Deadlines = {
  statementMs: 30_000,
  lockMs: 10_000,
  idleInTransactionMs: 60_000,
  answerMs: 35_000,
};

const lateErrorListeners = new WeakMap<Database, LateErrorListener>();

/**
 * Without a listener, such as in an operator's command, the error is written to its standard error.
 */
export const lateErrorListenerOf = (db: Database): LateErrorListener =>
  lateErrorListeners.get(db) ?? ((error) => process.emitWarning(error as Error));

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;

/**
 * Opens a pool. Values: int8 is a safe integer, date is 'YYYY-MM-DD', timestamptz is a Date,
 * numeric a string.
 */
export function connectDatabase(url: string, options: ConnectOptions): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: options.applicationName ?? 'camarim',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    ...(options.deadlines && {
      statement_timeout: options.deadlines.statementMs,
      lock_timeout: options.deadlines.lockMs,
      idle_in_transaction_session_timeout: options.deadlines.idleInTransactionMs,
      query_timeout: options.deadlines.answerMs,
    }),
    types: valueTypes(),
    Client: PreparingClient,
  });
  // Without a listener an idle connection that breaks would end the process.
  let closing = false;
  pool.on('error', (error) => {
    // The pool closes before its sockets; a server that stops in between needs no report.
    if (!closing) options.onIdleError?.(error);
  });
  // The same for a connection that breaks outside pool.query; its running statement is rejected as
  // well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  if (options.onLateError) lateErrorListeners.set(db, options.onLateError);
  const close = (): Promise<void> => {
    closing = true;
    return db.destroy();
  };
  return { db, pool, close };
}

const STATEMENTS_MAX = 500;
/** int8[]; pg names only the scalar types. */
const INT8_ARRAY = 1016 as typeof pg.types.builtins.INT8;

/**
 * Names the statements that carry parameters, so that the server parses and plans each only once
 * per connection. Kysely sends text without a name; naming took a tip from 0.68 to 0.97 of
 * hand-prepared speed.
 */
export class PreparingClient extends pg.Client {
  #names = new Map<string, string>();
  #generation = 0;

  // pg's declarations have eight overloads; only Kysely's form (text, values) is changed.
  override query(...args: unknown[]): never {
    const [text, values] = args;
    const plain =
      typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || args.length > 2;
    const name = plain ? undefined : this.#nameOf(text);
    const send = super.query as (...sent: unknown[]) => unknown;
    if (name === undefined) return this.#endingWhenSilent(send.apply(this, args)) as never;
    const alone = this.getTransactionStatus() === 'I';
    const result = this.#endingWhenSilent(
      send.call(this, { name, text, values }),
    ) as Promise<unknown>;
    return result.catch((error: unknown) => {
      if ((error as { code?: string }).code !== SCHEMA_CHANGED) throw error;
      this.#forget();
      // PostgreSQL refused it before it ran. Inside a transaction everything is rolled back, and
      // transaction.ts retries.
      if (!alone) throw error;
      return send.apply(this, args);
    }) as never;
  }

  // pg stops waiting but leaves the statement running, so the next user of the connection would
  // wait for it.
  #endingWhenSilent(result: unknown): unknown {
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      if ((error as Error).message === 'Query read timeout') this.connection.stream.destroy();
      throw error;
    });
  }

  // Statements differ by the length of an IN list, say; past the limit they go unnamed, so no
  // session grows for ever.
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= STATEMENTS_MAX) return known;
    const name = `${this.#generation}_${statementHash(text)}`;
    this.#names.set(text, name);
    return name;
  }

  // The server keeps old plans under old names.
  #forget(): void {
    this.#generation += 1;
    this.#names.clear();
  }
}

export function statementHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 24);
}

function valueTypes(): pg.CustomTypesConfig {
  const { builtins } = pg.types;
  const types = new pg.TypeOverrides();
  types.setTypeParser(builtins.INT8, parseSafeInteger);
  types.setTypeParser(builtins.DATE, (text: string) => text);
  types.setTypeParser(INT8_ARRAY, (text: string) =>
    parseFlatArray(text).map((item) => (item === 'NULL' ? null : parseSafeInteger(item))),
  );
  return types;
}

function parseFlatArray(text: string): string[] {
  const items = text.slice(1, -1);
  return items === '' ? [] : items.split(',');
}

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} from the database does not fit a safe integer`);
  return value;
}
