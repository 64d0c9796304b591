// Fraud alerts in the database: one open alert for each rule and subject, decided once.
import type { FraudDecision, FraudRule } from '@camarim/contract/features/fraud/alerts';
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { decisionsOf } from '../../platform/days/day-counts.ts';
import type { Database } from '../../platform/database/database.ts';
import { isAccountUnderLegalHold } from '../access/index.ts';
import type { WaitingCase, WaitingCases } from '../../platform/database/waiting.ts';

/** As it is stored: what was counted, and what it was compared with. */
export type Evidence = {
  counted: number;
  limit: number;
  unit: 'count' | 'centavos';
  hours: number;
  /** ISO 8601. */
  times: string[];
  people: ProfileId[];
  sales: { id: TransferId; at: string; amount: number }[];
  bin?: string;
};

export type NewAlert = {
  id: string;
  rule: FraudRule;
  subject: string;
  aboutId: ProfileId | null;
  producerId: ProfileId | null;
  evidence: Evidence;
  now: Date;
};

export type AlertRow = {
  id: string;
  rule: FraudRule;
  subject: string;
  about_id: ProfileId | null;
  producer_id: ProfileId | null;
  evidence: Evidence;
  opened_at: Date;
  last_at: Date;
  hits: number;
  decision: FraudDecision | null;
  decided_by: ProfileId | null;
  decided_at: Date | null;
  reason: string | null;
};

/** The evidence of an open alert becomes the newest one. */
export const upsertAlert = async (
  db: Database,
  { id, rule, subject, aboutId, producerId, evidence, now }: NewAlert,
): Promise<void> => {
  await sql`
    INSERT INTO fraud_alerts AS a (id, rule, subject, about_id, producer_id, evidence, opened_at,
      last_at)
    VALUES (${id}::uuid, ${rule}, ${subject}, ${aboutId}::uuid, ${producerId}::uuid,
      ${JSON.stringify(evidence)}::jsonb, ${now}, ${now})
    ON CONFLICT (subject, rule) WHERE decision IS NULL
    DO UPDATE SET hits = a.hits + 1, last_at = excluded.last_at,
      evidence = excluded.evidence`.execute(db);
};

/** When a release let the subject begin again, last; null: never. */
export const lastRelease = async (db: Database, subject: string): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(decided_at) AS at FROM fraud_alerts WHERE subject = ${subject}
      AND decision = 'release'`.execute(db);
  return rows[0]?.at ?? null;
};

export const findAlert = async (db: Database, id: string): Promise<AlertRow | null> => {
  const { rows } = await sql<AlertRow>`SELECT * FROM fraud_alerts WHERE id = ${id}::uuid`.execute(
    db,
  );
  return rows[0] ?? null;
};

/** Locks the alert: until the transaction ends nothing is added to it. */
export const lockAlert = async (tx: Database, id: string): Promise<AlertRow | null> => {
  const { rows } =
    await sql<AlertRow>`SELECT * FROM fraud_alerts WHERE id = ${id}::uuid FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
};

export const markDecided = async (
  tx: Database,
  id: string,
  {
    decision,
    adminId,
    reason,
    now,
  }: { decision: FraudDecision; adminId: ProfileId; reason: string; now: Date },
): Promise<void> => {
  await sql`
    UPDATE fraud_alerts SET decision = ${decision}, decided_by = ${adminId}::uuid,
      decided_at = ${now}, reason = ${reason}
    WHERE id = ${id}::uuid AND decision IS NULL`.execute(tx);
};

/** Open ones, the longest waiting first; or decided ones, newest first. */
export const listAlerts = async (
  db: Database,
  decided: boolean,
  { limit, offset }: { limit: number; offset: number },
): Promise<AlertRow[]> => {
  const part = decided
    ? sql`decision IS NOT NULL ORDER BY decided_at DESC, id`
    : sql`decision IS NULL ORDER BY opened_at, id`;
  const { rows } = await sql<AlertRow>`SELECT * FROM fraud_alerts WHERE ${part}
      LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

/** Whether an alert about many new payers of this producer, or about a card sale, waits. */
export const isProducerInQuestion = async (
  db: Database,
  producerId: ProfileId,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM fraud_alerts WHERE subject = ${`producer:${producerId}`}
      AND decision IS NULL) OR EXISTS (SELECT FROM fraud_alerts
      WHERE producer_id = ${producerId}::uuid AND rule = 'cardReview'
        AND decision IS NULL) AS found`.execute(db);
  return rows[0]?.found ?? false;
};

export const alertsAbout = async (db: Database, profileId: ProfileId): Promise<AlertRow[]> => {
  const { rows } = await sql<AlertRow>`
    SELECT * FROM fraud_alerts WHERE about_id = ${profileId}::uuid ORDER BY opened_at, id`.execute(
    db,
  );
  return rows;
};

/** Deletes alerts that were decided before, except those about accounts under a legal hold. */
export const deleteDecidedBefore = async (db: Database, before: Date): Promise<void> => {
  await sql`
    DELETE FROM fraud_alerts a WHERE a.decided_at < ${before}
      AND NOT ${sql.raw(isAccountUnderLegalHold('a.about_id'))}
      AND NOT ${sql.raw(isAccountUnderLegalHold('a.producer_id'))}`.execute(db);
};

/** Alerts that wait for a decision. */
export const OPEN_ALERTS: WaitingCases = sql<WaitingCase>`
  SELECT id::text AS id, opened_at AS since, about_id AS about,
    ARRAY[producer_id] AS parties, NULL::timestamptz AS due
    FROM fraud_alerts WHERE decision IS NULL`;

/** Alerts that were decided. */
export const decidedAlerts = decisionsOf(
  'fraudAlert',
  sql`fraud_alerts WHERE decision IS NOT NULL`,
  'opened_at',
  'decided_at',
);
