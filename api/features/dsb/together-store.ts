// Several reads by one statement: for pages that need a few rows of many tables, where the ways to
// the server and back would take longer than the reads.
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The places of the values in a statement that is compiled once. */
type Places<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> };

/**
 * A statement of several selects, compiled at its first use. Returns the rows of each, of which the
 * columns have the types of JSON: an instant or a day is a text.
 */
export const readTogether = <Values extends Record<string, unknown>, Reads>(
  names: readonly (keyof Values & string)[],
  compose: (places: Places<Values>) => { [Name in keyof Reads]: RawBuilder<Reads[Name]> },
): ((db: Database, values: Values) => Promise<{ [Name in keyof Reads]: Reads[Name][] }>) => {
  type Row = { [Name in keyof Reads]: Reads[Name][] };
  const places = Object.fromEntries(
    names.map((name) => [name, sql`${new Placeholder(name)}`]),
  ) as Places<Values>;
  const compile = (db: Database): CompiledQuery => {
    const selects = Object.entries<RawBuilder<unknown>>(compose(places)).map(
      ([name, select]) =>
        sql`(SELECT coalesce(json_agg(r), '[]') FROM (${select}) r) AS ${sql.ref(name)}`,
    );
    return sql`SELECT ${sql.join(selects)}`.compile(db);
  };
  let compiled: CompiledQuery | undefined;
  return async (db, values) => {
    compiled ??= compile(db);
    const filled = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name] : value,
    );
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, filled));
    const [row] = rows;
    if (!row) throw new Error('a statement of several selects answered no row');
    return row;
  };
};
