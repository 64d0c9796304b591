// What pg-boss does not offer through its API: reading its job table for operators and for due
// jobs.
import type { Db } from 'pg-boss';
import type { JobRecord, JobState } from './port.ts';

type Row = Omit<JobRecord, 'error'> & { output: { message?: string } | null };

export const listJobs = async (
  db: Db,
  names: string[],
  filter: { name?: string; state?: JobState; limit: number },
): Promise<JobRecord[]> => {
  const { rows } = (await db.executeSql(
    `SELECT id, name, state, data, retry_count AS retries, created_on AS "createdAt",
      start_after AS "startAfter",
       completed_on AS "completedAt", output
     FROM pgboss.job
     WHERE name = ANY($1::text[]) AND ($2::text IS NULL OR name = $2) AND ($3::text IS NULL
       OR state::text = $3)
     ORDER BY created_on DESC, id
     LIMIT $4`,
    [names, filter.name ?? null, filter.state ?? null, filter.limit],
  )) as { rows: Row[] };
  return rows.map(({ output, ...job }) => ({ ...job, error: output?.message ?? null }));
};

/** Which of the queues have a job to run by now, by the database's clock. */
export const queuesWithDueJobs = async (db: Db, names: string[]): Promise<string[]> => {
  const { rows } = (await db.executeSql(
    `SELECT q.name FROM unnest($1::text[]) AS q (name)
     WHERE EXISTS (SELECT FROM pgboss.job j
       WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now())`,
    [names],
  )) as { rows: { name: string }[] };
  return rows.map(({ name }) => name);
};

/**
 * As pg-boss's own cancel, by key instead of by id: an exclusive queue has one waiting or running
 * job of each.
 */
export const withdrawJob = async (db: Db, name: string, singletonKey: string): Promise<void> => {
  await db.executeSql(
    `UPDATE pgboss.job SET state = 'cancelled', completed_on = now() WHERE name = $1
      AND singleton_key = $2 AND state IN ('created', 'retry', 'active')`,
    [name, singletonKey],
  );
};

/**
 * The oldest waiting job that is due at `now` and not among `done`. A job enqueued without a time
 * starts when it was made, and a retry starts soon after by the database's clock: both are due
 * whatever `now` is.
 */
export const nextDue = async (
  db: Db,
  names: string[],
  now: Date,
  done: string[],
): Promise<{ id: string; name: string } | undefined> => {
  const { rows } = (await db.executeSql(
    `SELECT id, name FROM pgboss.job
     WHERE name = ANY($1::text[]) AND state IN ('created', 'retry') AND id <> ALL($3::uuid[])
       AND (state = 'retry' OR start_after = created_on OR start_after <= $2)
     ORDER BY created_on, id
     LIMIT 1`,
    [names, now, done],
  )) as { rows: { id: string; name: string }[] };
  return rows[0];
};
