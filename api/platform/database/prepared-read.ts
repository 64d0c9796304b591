// Prepared reads for hot paths: a statement is written once as text and not compiled again.
import { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/**
 * A statement of plain SQL with `$1`, `$2`... and its rows. For statements that run at every page
 * view: compiling such statements by Kysely took a twentieth of the processor time of a timeline.
 * Runs in a transaction as well.
 */
export const preparedRead =
  <Row>(text: string) =>
  async (db: Database, ...values: unknown[]): Promise<Row[]> =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;

/**
 * A parameter whose value the planner does not see, as `unseen('$1::uuid[]')`. PostgreSQL estimates
 * a statement by the length of a list and leaves out what a null makes impossible; where this looks
 * cheaper than one plan for all values, it plans the statement again at every call, and with many
 * sub-selects planning takes several times as long as running.
 */
export const unseen = (parameter: string): string => `(SELECT ${parameter})`;
