// Gateways' notifications in the database.
import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';
import { notPostponed } from '../../../../platform/failing-items/store.ts';
import type { GatewayName } from '../../../../platform/payments/port.ts';
import type { Seal } from '../../../../platform/seal/seal.ts';

export type EventRef = { provider: GatewayName; eventKey: string };

export type NewEvent = EventRef & {
  raw: Buffer;
  headers: Record<string, string>;
  receivedAt: Date;
};

/** The context that a body is sealed for. */
const sealContext = ({ provider, eventKey }: EventRef): string =>
  `inbound_events.raw:${provider}:${eventKey}`;

/**
 * Stores a notification once, its body sealed because it holds payers' names and documents. Returns
 * whether it must be processed: true for a new one, and for a stored one that failed until now.
 */
export const insertEvent = async (
  tx: Database,
  seal: Seal,
  { provider, eventKey, raw, headers, receivedAt }: NewEvent,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    INSERT INTO inbound_events (provider, event_key, raw, sealed, headers, received_at)
    VALUES (${provider}, ${eventKey}, ${seal.sealBytes(sealContext({ provider, eventKey }), raw)},
      true, ${JSON.stringify(headers)}, ${receivedAt}) ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n || (await isUnprocessed(tx, { provider, eventKey }));
};

/** The job whose failing items are postponed. */
export const PROCESS_EVENTS_JOB = 'funds.processEvents';

/** The id of a notification for `drainDue`. */
export const eventId = ({ provider, eventKey }: EventRef): string => `${provider}:${eventKey}`;

/** Notifications received before an instant that are not processed yet, the oldest first. */
export const listUnprocessed = async (
  db: Database,
  { receivedBefore, now, limit }: { receivedBefore: Date; now: Date; limit: number },
): Promise<EventRef[]> => {
  const { rows } = await sql<EventRef>`
    SELECT provider, event_key AS "eventKey" FROM inbound_events e
    WHERE processed_at IS NULL AND received_at <= ${receivedBefore}
      AND ${notPostponed(PROCESS_EVENTS_JOB, sql`e.provider || ':' || e.event_key`, now)}
    ORDER BY received_at, provider, event_key LIMIT ${limit}`.execute(db);
  return rows;
};

const isUnprocessed = async (db: Database, { provider, eventKey }: EventRef): Promise<boolean> => {
  const { rows } =
    await sql`SELECT FROM inbound_events WHERE provider = ${provider} AND event_key = ${eventKey}
      AND processed_at IS NULL`.execute(db);
  return rows.length > 0;
};

/**
 * The opened body of an unprocessed notification; null when it is processed or missing. Bodies
 * stored by earlier versions are not sealed.
 */
export const findUnprocessed = async (
  db: Database,
  seal: Seal,
  { provider, eventKey }: EventRef,
): Promise<Buffer | null> => {
  const { rows } = await sql<{ raw: Buffer; sealed: boolean }>`
    SELECT raw, sealed FROM inbound_events WHERE provider = ${provider} AND event_key = ${eventKey}
      AND processed_at IS NULL`.execute(db);
  const [stored] = rows;
  if (!stored) return null;
  return stored.sealed
    ? seal.openBytes(sealContext({ provider, eventKey }), stored.raw)
    : stored.raw;
};

/** Records an attempt: processed at `processedAt`, or failed when it is null. */
export const recordAttempt = async (
  db: Database,
  { provider, eventKey }: EventRef,
  { processedAt, error }: { processedAt: Date | null; error: string | null },
): Promise<void> => {
  await sql`
    UPDATE inbound_events SET attempts = attempts + 1, processed_at = ${processedAt},
      error = ${error}
    WHERE provider = ${provider} AND event_key = ${eventKey} AND processed_at IS NULL`.execute(db);
};

/** Counts notifications with invalid authentication, by gateway. */
export const countRefusals = async (
  db: Database,
  counts: ReadonlyMap<GatewayName, number>,
  at: Date,
): Promise<void> => {
  await sql`
    INSERT INTO inbound_refusals (provider, day, count)
    SELECT provider, (${at}::timestamptz AT TIME ZONE 'UTC')::date, count
      FROM unnest(${[...counts.keys()]}::text[],
      ${[...counts.values()]}::bigint[]) AS refused (provider, count) ORDER BY provider
    ON CONFLICT (provider, day)
      DO UPDATE SET count = inbound_refusals.count + excluded.count`.execute(db);
};

/**
 * Whether the notification `i` moved a charge or a cash-out of a person whose account is under a
 * legal hold: its sealed body has no name that SQL could find, but the movement has its instant.
 */
const ABOUT_HELD = sql.raw(`EXISTS (
  SELECT FROM legal_holds h JOIN charges c ON c.profile_id = h.owner_id JOIN charge_events e ON e.charge_id = c.id
  WHERE h.subject_kind = 'account' AND h.released_at IS NULL AND c.provider = i.provider
    AND e.source = 'webhook' AND e.at BETWEEN i.received_at AND i.processed_at
  UNION ALL SELECT FROM legal_holds h JOIN cash_outs c ON c.profile_id = h.owner_id
    JOIN cash_out_events e ON e.cash_out_id = c.id
  WHERE h.subject_kind = 'account' AND h.released_at IS NULL AND c.provider = i.provider
    AND e.source = 'webhook' AND e.at BETWEEN i.received_at AND i.processed_at)`);

/**
 * Deletes up to `limit` processed notifications received before an instant; returns how many.
 * Unprocessed ones may still be about money, and those about held people are kept.
 */
export const deleteEventsBefore = async (
  db: Database,
  before: Date,
  limit: number,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    DELETE FROM inbound_events WHERE (provider, event_key) IN (
      SELECT provider, event_key FROM inbound_events i WHERE received_at < ${before}
        AND processed_at IS NOT NULL AND NOT ${ABOUT_HELD} ORDER BY received_at LIMIT ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
};
