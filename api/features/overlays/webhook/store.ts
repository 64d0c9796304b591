// Webhooks in the database.
import type { WebhookId } from '@camarim/contract/features/overlays/webhook';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export type WebhookRow = {
  id: WebhookId;
  producer_id: ProfileId;
  url: string;
  secret: Buffer;
  former_secret: Buffer | null;
  former_until: Date | null;
  disabled_at: Date | null;
  created_at: Date;
  rotated_at: Date | null;
};

const COLUMNS = sql`w.id, w.producer_id, w.url, w.secret, w.former_secret, w.former_until,
  w.disabled_at, w.created_at, w.rotated_at`;

export const webhookOf = async (
  db: Database,
  producerId: ProfileId,
): Promise<WebhookRow | null> => {
  const { rows } = await sql<WebhookRow>`
    SELECT ${COLUMNS} FROM webhooks w WHERE w.producer_id = ${producerId}::uuid`.execute(db);
  return rows[0] ?? null;
};

export type NewWebhook = {
  id: WebhookId;
  producerId: ProfileId;
  url: string;
  secret: Buffer;
  /** Events up to this one are not sent. */
  lastSeq: number;
  now: Date;
};

/** Null when the producer has one. */
export const insertWebhook = async (
  tx: Database,
  { id, producerId, url, secret, lastSeq, now }: NewWebhook,
): Promise<WebhookRow | null> => {
  const { rows } = await sql<WebhookRow>`
    INSERT INTO webhooks AS w (id, producer_id, url, secret, last_seq, created_at)
    VALUES (${id}::uuid, ${producerId}::uuid, ${url}, ${secret}, ${lastSeq}, ${now})
      ON CONFLICT (producer_id) DO NOTHING
    RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
};

/**
 * Sends to this address from now on; one that was disabled is active again, after the event
 * `lastSeq`: those of the time between would be shown as new. Null without one.
 */
export const setUrl = async (
  tx: Database,
  producerId: ProfileId,
  { url, lastSeq }: Pick<NewWebhook, 'url' | 'lastSeq'>,
): Promise<WebhookRow | null> => {
  const { rows } = await sql<WebhookRow>`
    UPDATE webhooks w SET url = ${url}, disabled_at = NULL,
      last_seq = CASE WHEN w.disabled_at IS NULL THEN w.last_seq ELSE ${lastSeq} END
    WHERE w.producer_id = ${producerId}::uuid RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
};

/** Null when the secret is not the one that was read, or there is no webhook. */
export const replaceSecret = async (
  tx: Database,
  { id, secret }: WebhookRow,
  next: { secret: Buffer; formerUntil: Date; now: Date },
): Promise<WebhookRow | null> => {
  const { rows } = await sql<WebhookRow>`
    UPDATE webhooks w SET secret = ${next.secret}, former_secret = w.secret,
      former_until = ${next.formerUntil}, rotated_at = ${next.now}
    WHERE w.id = ${id}::uuid AND w.secret = ${secret} RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
};

export const disableWebhook = async (db: Database, id: WebhookId, now: Date): Promise<void> => {
  await sql`UPDATE webhooks SET disabled_at = ${now} WHERE id = ${id}::uuid
    AND disabled_at IS NULL`.execute(db);
};

export const deleteWebhookOf = async (db: Database, producerId: ProfileId): Promise<void> => {
  await sql`DELETE FROM webhooks WHERE producer_id = ${producerId}::uuid`.execute(db);
};

/** Producers with events that have no delivery yet. */
export const producersBehind = async (db: Database): Promise<ProfileId[]> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT w.producer_id AS id FROM webhooks w
      JOIN live_event_logs l ON l.producer_id = w.producer_id
    WHERE w.last_seq < l.last_seq AND w.disabled_at IS NULL`.execute(db);
  return rows.map(({ id }) => id);
};

/** Locks the producer's webhook if it is active; returns the last event that has a delivery. */
export const lockPosition = async (
  tx: Database,
  producerId: ProfileId,
): Promise<{ id: WebhookId; lastSeq: number } | null> => {
  const { rows } = await sql<{ id: WebhookId; lastSeq: number }>`
    SELECT id, last_seq::int AS "lastSeq" FROM webhooks WHERE producer_id = ${producerId}::uuid
      AND disabled_at IS NULL FOR NO KEY UPDATE`.execute(tx);
  return rows[0] ?? null;
};

export const setPosition = async (tx: Database, id: WebhookId, lastSeq: number): Promise<void> => {
  await sql`UPDATE webhooks SET last_seq = ${lastSeq} WHERE id = ${id}::uuid`.execute(tx);
};
