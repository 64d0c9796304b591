// Whether this installation has its demo.
import type { Database } from '../platform/database/database.ts';

export const isSeeded = async (db: Database): Promise<boolean> =>
  (await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', 'demo')
    .executeTakeFirst()) !== undefined;

export const markSeeded = async (db: Database): Promise<void> => {
  await db
    .insertInto('installation')
    .values({ name: 'demo', value: 'seeded' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** People of the demo have no email box of their own. */
export const confirmDemoAddresses = async (db: Database, now: Date): Promise<void> => {
  await db
    .updateTable('users')
    .set({ email_confirmed_at: now })
    .where('email', 'like', '%@demo.example')
    .execute();
};
