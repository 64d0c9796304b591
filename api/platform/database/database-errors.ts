// Classifies database errors for their callers: retry at once, wait until it is back, or a defect.

type DatabaseError = { code?: string; message?: string };

/**
 * "cached plan must not change result type": a migration changed what a prepared statement answers.
 */
export const SCHEMA_CHANGED = '0A000';

/** Deadlock, serialisation failure, a plan made before the newest migration. */
const CONFLICTS = new Set(['40P01', '40001', SCHEMA_CHANGED]);

/** The server can't be reached, is starting or stopping, or the connection broke. */
const OUTAGE_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[1-5]|08\w{3})$/;
/**
 * pg's messages for a broken connection, a connection timeout and a missing answer.
 */
const OUTAGE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable/;

/**
 * The server answers but can't do this now: disk full, out of memory or connections, an I/O error,
 * a read-only replica, a deadline (statement, lock, idle transaction).
 */
const UNAVAILABLE_CODES = /^(?:53\w{3}|58030|25006|25P03|57014|55P03)$/;

const databaseErrorOf = (error: unknown): DatabaseError => (error ?? {}) as DatabaseError;

/** Whether the database rolled back for a reason that is gone at the next attempt. */
export const isConflict = (error: unknown): boolean =>
  CONFLICTS.has(databaseErrorOf(error).code ?? '');

/**
 * Whether the server is unreachable or the statement's result is unknown. A call with an
 * idempotency key may be repeated.
 */
export const isOutage = (error: unknown): boolean => {
  const { code, message } = databaseErrorOf(error);
  return code === undefined ? OUTAGE_MESSAGES.test(message ?? '') : OUTAGE_CODES.test(code);
};

/** Whether the same request may succeed later. */
export const isUnavailable = (error: unknown): boolean =>
  isOutage(error) || UNAVAILABLE_CODES.test(databaseErrorOf(error).code ?? '');
