// Cases that features report for the transparency figures and the monthly pack: selected by the
// feature that owns them, counted in one place.
import type { FigureSubject } from '@camarim/contract/features/transparency/subjects';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** From the first instant to the one before `to`. */
export type Span = { from: Date; to: Date };

/**
 * By what a case is counted: the property, its value, and the value of the coarser one around it.
 */
export type Facet = readonly [by: string, key: string, within?: string];

/**
 * One row for each case, or for several that are alike: how many, the hours from receipt to
 * decision or null, and its facets as a JSON array of arrays.
 */
export type FigureCase = { cases: number; hours: number | null; facets: Facet[] };

/** The cases of one subject in a span of time. */
export type FigureSource = {
  subject: FigureSubject;
  cases: (span: Span) => RawBuilder<FigureCase>;
};

export type Figure = {
  subject: FigureSubject;
  by: string;
  within: string | null;
  key: string;
  count: number;
  medianHours: number | null;
};

/** The facets of a case, of pairs and triples of SQL. */
export const facets = (
  ...all: readonly (readonly [by: string, key: RawBuilder<string>, within?: RawBuilder<string>])[]
): RawBuilder<Facet[]> =>
  sql<Facet[]>`jsonb_build_array(${sql.join(
    all.map(
      ([by, key, within]) => sql`jsonb_build_array(${sql.lit(by)},
    ${key}, ${within ?? sql.lit(null)})`,
    ),
  )})`;

/** The hours between two instants. */
export const hoursBetween = (from: string, to: string): RawBuilder<number> =>
  sql<number>`(extract(epoch FROM ${sql.ref(to)} - ${sql.ref(from)}) / 3600)::float8`;

/** In the order of their names. */
export const countFigures = async (
  db: Database,
  sources: readonly FigureSource[],
  span: Span,
): Promise<Figure[]> => {
  const all = sources.map(
    ({ subject, cases }) =>
      sql`SELECT ${sql.lit(subject)} AS subject, c.cases, c.hours, c.facets
        FROM (${cases(span)}) c`,
  );
  const { rows } = await sql<Figure>`
    SELECT c.subject, f.facet->>0 AS by, f.facet->>2 AS within, f.facet->>1 AS key,
      sum(c.cases)::int AS count,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY c.hours) AS "medianHours"
    FROM (${sql.join(all, sql` UNION ALL `)}) c
      CROSS JOIN LATERAL jsonb_array_elements(c.facets) f (facet)
    GROUP BY 1, 2, 3, 4 HAVING sum(c.cases) > 0 ORDER BY 1, 2, 3 NULLS FIRST, 4`.execute(db);
  return rows;
};
