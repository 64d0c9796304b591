// Tables of several features as one.

/** Throws when two of them have the same key, of which one would be lost without a trace. */
export const combineTables = <T extends object>(
  what: string,
  tables: readonly (Partial<T> | undefined)[],
): Partial<T> => {
  const keys = new Set<string>();
  for (const key of tables.flatMap((table) => Object.keys(table ?? {}))) {
    if (keys.has(key)) throw new Error(`two features have the ${what} ${key}`);
    keys.add(key);
  }
  return Object.assign({}, ...tables);
};
