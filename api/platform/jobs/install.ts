// Puts pg-boss's own tables (schema pgboss) into a database; part of migrating it.
import { PgBoss } from 'pg-boss';
import type pg from 'pg';

/**
 * Installs the schema or brings it up to this version. pg-boss can't do that twice at once: call it
 * under the lock of the migrations.
 */
export async function installJobs(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
  });
  let failure: Error | undefined;
  boss.on('error', (error) => {
    failure ??= error;
  });
  await boss.start();
  await boss.stop({ graceful: false });
  if (failure) throw failure;
}
