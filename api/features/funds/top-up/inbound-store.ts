// Gateways' notifications in the database.
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';
import type { GatewayName } from '../../../platform/payments/port.ts';

type Db = Kysely<DB>;

export type EventRef = { provider: GatewayName; eventKey: string };

export type NewEvent = EventRef & { raw: Buffer; headers: Record<string, string>; receivedAt: Date };

/** Keeps a notification. Answers false when the same was kept before. */
export const insertEvent = async (tx: Db, { provider, eventKey, raw, headers, receivedAt }: NewEvent): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    INSERT INTO inbound_events (provider, event_key, raw, headers, received_at)
    VALUES (${provider}, ${eventKey}, ${raw}, ${JSON.stringify(headers)}, ${receivedAt}) ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
};

/** The body of a notification that is not done with; null when it is, or is not there. */
export const findUnprocessed = async (db: Db, { provider, eventKey }: EventRef): Promise<Buffer | null> => {
  const { rows } = await sql<{ raw: Buffer }>`
    SELECT raw FROM inbound_events WHERE provider = ${provider} AND event_key = ${eventKey} AND processed_at IS NULL`.execute(db);
  return rows[0]?.raw ?? null;
};

/** Records an attempt: done at `processedAt`, or not yet when it is null. */
export const recordAttempt = async (db: Db, { provider, eventKey }: EventRef, { processedAt, error }: { processedAt: Date | null; error: string | null }): Promise<void> => {
  await sql`
    UPDATE inbound_events SET attempts = attempts + 1, processed_at = ${processedAt}, error = ${error}
    WHERE provider = ${provider} AND event_key = ${eventKey} AND processed_at IS NULL`.execute(db);
};

/** Counts a notification that did not prove who sent it. */
export const countRefusal = async (db: Db, provider: GatewayName, at: Date): Promise<void> => {
  await sql`
    INSERT INTO inbound_refusals (provider, day, count) VALUES (${provider}, (${at}::timestamptz AT TIME ZONE 'UTC')::date, 1)
    ON CONFLICT (provider, day) DO UPDATE SET count = inbound_refusals.count + 1`.execute(db);
};

/** Forgets up to `limit` notifications received before an instant; answers how many. */
export const deleteEventsBefore = async (db: Db, before: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    DELETE FROM inbound_events WHERE (provider, event_key) IN (
      SELECT provider, event_key FROM inbound_events WHERE received_at < ${before} ORDER BY received_at LIMIT ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
};
