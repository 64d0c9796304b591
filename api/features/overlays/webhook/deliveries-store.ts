// Deliveries of webhooks in the database: one for each event, with its last attempt.
import type {
  DELIVERY_PROBLEMS,
  DELIVERY_STATES,
  WebhookDeliveryId,
  WebhookId,
} from '@camarim/contract/features/overlays/webhook';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export type DeliveryState = (typeof DELIVERY_STATES)[number];
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];

export type DeliveryRow = {
  id: WebhookDeliveryId;
  event_id: string;
  state: DeliveryState;
  attempts: number;
  status: number | null;
  problem: DeliveryProblem | null;
  created_at: Date;
  tried_at: Date | null;
};

/** One for each event, unless it has one. */
export const insertDeliveries = async (
  tx: Database,
  webhookId: WebhookId,
  deliveries: readonly { id: WebhookDeliveryId; eventId: string }[],
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO webhook_deliveries (id, webhook_id, event_id, created_at)
    SELECT d.id, ${webhookId}::uuid, d."eventId", ${now}
      FROM jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) AS d (id uuid, "eventId" uuid)
    ON CONFLICT DO NOTHING`.execute(tx);
};

/** Newest first. */
export const listDeliveries = async (
  db: Database,
  producerId: ProfileId,
  limit: number,
): Promise<DeliveryRow[]> => {
  const { rows } = await sql<DeliveryRow>`
    SELECT d.id, d.event_id, d.state, d.attempts, d.status, d.problem, d.created_at, d.tried_at
    FROM webhook_deliveries d JOIN live_events e ON e.id = d.event_id
      JOIN webhooks w ON w.id = d.webhook_id
    WHERE w.producer_id = ${producerId}::uuid ORDER BY e.seq DESC LIMIT ${limit}`.execute(db);
  return rows;
};

/** What an attempt needs; null when it was deleted, or has ended. */
export const findWaiting = async (
  db: Database,
  id: WebhookDeliveryId,
): Promise<{ eventId: string; producerId: ProfileId } | null> => {
  const { rows } = await sql<{ eventId: string; producerId: ProfileId }>`
    SELECT d.event_id AS "eventId", w.producer_id AS "producerId" FROM webhook_deliveries d
      JOIN webhooks w ON w.id = d.webhook_id
    WHERE d.id = ${id}::uuid AND d.state = 'waiting'`.execute(db);
  return rows[0] ?? null;
};

export type Attempt = {
  state: DeliveryState;
  status: number | null;
  problem: DeliveryProblem | null;
  now: Date;
};

export const recordAttempt = async (
  db: Database,
  id: WebhookDeliveryId,
  { state, status, problem, now }: Attempt,
): Promise<void> => {
  await sql`
    UPDATE webhook_deliveries SET attempts = attempts + 1, state = ${state}, status = ${status},
      problem = ${problem}, tried_at = ${now}
    WHERE id = ${id}::uuid AND state = 'waiting'`.execute(db);
};

/** Marks a delivery as failed: it is not tried again. */
export const markFailed = async (db: Database, id: WebhookDeliveryId): Promise<void> => {
  await sql`UPDATE webhook_deliveries SET state = 'failed' WHERE id = ${id}::uuid
    AND state = 'waiting'`.execute(db);
};
