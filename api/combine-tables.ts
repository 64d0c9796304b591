// Tables of several features as one.

type Tables<T> = readonly (Partial<T> | undefined)[];

/**
 * Throws when two tables have the same key, of which one would be lost without a trace, and when
 * none has one of `keys`.
 */
export function combineTables<T extends object>(what: string, tables: Tables<T>): Partial<T>;
export function combineTables<T extends object>(
  what: string,
  tables: Tables<T>,
  keys: readonly (keyof T & string)[],
): T;
export function combineTables<T extends object>(
  what: string,
  tables: Tables<T>,
  keys: readonly string[] = [],
): Partial<T> {
  const seen = new Set<string>();
  for (const key of tables.flatMap((table) => Object.keys(table ?? {}))) {
    if (seen.has(key)) throw new Error(`two features have the ${what} ${key}`);
    seen.add(key);
  }
  for (const key of keys) if (!seen.has(key)) throw new Error(`no feature has the ${what} ${key}`);
  return Object.assign({}, ...tables);
}
