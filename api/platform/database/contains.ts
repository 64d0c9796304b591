// Searches by the words that a person types: they are found anywhere in a text, without regard to
// case and accents.
import { type RawBuilder, sql } from 'kysely';

/**
 * SQL condition of two SQL texts: the first contains the second. What LIKE reads as a wildcard is
 * escaped last: without accents, the full-width forms are wildcards, too.
 */
export const containsSql = (text: string, words: string): string =>
  String.raw`searchable(${text}) LIKE '%' || regexp_replace(searchable(${words}::text), '([\\%_])', '\\\1', 'g') || '%'`;

/** SQL condition: the SQL text contains the words; without words it is true. */
export const contains = (text: string, words: string | null): RawBuilder<boolean> => {
  if (words === null) return sql<boolean>`true`;
  const [before = '', after = ''] = containsSql(text, '\0').split('\0');
  return sql<boolean>`${sql.raw(before)}${words}${sql.raw(after)}`;
};
