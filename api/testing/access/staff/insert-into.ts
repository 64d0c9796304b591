// Rows that a test writes by itself.
import type { Ctx } from '../../../context.ts';

/** Writes rows with a column of each key. */
export const insertInto =
  ({ ctx }: { ctx: Pick<Ctx, 'pool'> }) =>
  async <Row extends { id: string }>(table: string, row: Row): Promise<Row['id']> => {
    const names = Object.keys(row);
    await ctx.pool.query(
      `INSERT INTO ${table} (${names.join(', ')})
        VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
    return row.id;
  };
