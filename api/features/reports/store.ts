// SQL of reports, their targets and decisions.
import type { Routes } from '@camarim/contract';
import type { MessageContentId } from '@camarim/contract/features/chats/messages';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { BodyOf } from '@camarim/contract/route';
import { sql } from 'kysely';
import { isStaffWith } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import type { WaitingCase, WaitingCases } from '../../platform/database/waiting.ts';
import { isAccountUnderLegalHold, isEvidenceNeeded } from '../access/index.ts';
import { unsentAt } from '../chats/index.ts';
import type { AiFacts } from '../media/index.ts';
import { URGENT_REASONS } from './rules.ts';

export type ReportBody = BodyOf<Routes['POST /reports']>;
export type TargetKind = ReportBody['targetKind'];
export type Outcome = BodyOf<Routes['POST /dsb/reports/{id}']>['outcome'];

/** What a message said when it was reported. */
export type MessageEvidence = {
  senderId: ProfileId;
  text: string;
  sentAt: Date | string;
  mediaIds: MediaId[];
};

type NewReport = Pick<ReportBody, 'targetKind' | 'targetId' | 'reason' | 'text'> & {
  id: string;
  reference: string;
  reporterId: ProfileId | null;
  /** An HMAC of the address of a visitor. */
  addressKey: Buffer | null;
  sealedContact: Buffer | null;
  sealedEvidence: Buffer | null;
  dueAt: Date;
  now: Date;
};

export const insertReport = async (tx: Database, report: NewReport): Promise<void> => {
  await tx
    .insertInto('reports')
    .values({
      id: report.id,
      reference: report.reference,
      reporter_id: report.reporterId,
      address_key: report.addressKey,
      sealed_contact: report.sealedContact,
      sealed_evidence: report.sealedEvidence,
      target_kind: report.targetKind,
      target_id: report.targetId,
      reason: report.reason,
      text: report.text,
      created_at: report.now,
      due_at: report.dueAt,
    })
    .execute();
};

/** Whether an urgent report was filed after `since`; administrators got an email then. */
export const urgentSince = async (
  db: Database,
  reasons: readonly ReportBody['reason'][],
  since: Date,
): Promise<boolean> =>
  (await db
    .selectFrom('reports')
    .select('id')
    .where('decided_at', 'is', null)
    .where('reason', 'in', reasons)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Removes the reporter from their reports, and the text of decided ones; open reports keep it for
 * the decision.
 */
export const blankReportsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await db
    .updateTable('reports')
    .set(({ eb }) => ({
      reporter_id: null,
      text: eb.case().when('decided_at', 'is', null).then(eb.ref('text')).else('').end(),
    }))
    .where('reporter_id', '=', profileId)
    .execute();
};

export type ReportRow = {
  id: string;
  reference: string;
  withheld: boolean;
  reporter_id: ProfileId | null;
  target_kind: TargetKind;
  target_id: string;
  reason: ReportBody['reason'];
  text: string;
  created_at: Date;
  due_at: Date;
  decided_at: Date | null;
  outcome: Outcome | null;
  decision_reason: string;
  alike: number;
  sealed_evidence: Buffer | null;
  owner_id: ProfileId | null;
};

/** The party whom the other one reported; the producer when both did. */
const reportedParty = (order: string): string => `CASE WHEN EXISTS (SELECT FROM reports q
  WHERE q.target_kind = 'order' AND q.target_id = ${order}.id AND q.reporter_id = ${order}.fan_id) THEN ${order}.producer_id ELSE ${order}.fan_id END`;

/** SQL of whose what the report `r` is about is. */
const OWNER = sql`CASE r.target_kind
  WHEN 'profile' THEN r.target_id
  WHEN 'post' THEN (SELECT p.profile_id FROM posts p WHERE p.id = r.target_id)
  WHEN 'media' THEN (SELECT m.owner_id FROM media m WHERE m.id = r.target_id)
  WHEN 'comment' THEN (SELECT c.author_id FROM comments c WHERE c.id = r.target_id)
  WHEN 'message' THEN (SELECT m.sender_id FROM messages m WHERE m.id = r.target_id)
  WHEN 'live' THEN (SELECT l.producer_id FROM lives l WHERE l.id = r.target_id)
  WHEN 'order' THEN (SELECT ${sql.raw(reportedParty('o'))} FROM orders o
    WHERE o.id = r.target_id) END`;

const COLUMNS = sql`r.id, r.reference, EXISTS (SELECT FROM withholdings w WHERE w.cause_id = r.id
  AND w.cause = 'report' AND w.released_at IS NULL) AS withheld, r.reporter_id, r.target_kind,
  r.target_id, r.reason, r.text, r.created_at, r.due_at, r.decided_at, r.outcome, r.decision_reason,
  r.sealed_evidence, ${OWNER} AS owner_id,
  (SELECT count(*)::integer FROM reports o WHERE o.target_kind = r.target_kind
    AND o.target_id = r.target_id AND o.decided_at IS NULL AND o.id <> r.id) AS alike`;

/**
 * SQL of whether an urgent report `r` is about a show that runs: it comes first, because nothing of
 * it is withheld, and the show is over before the legal deadline.
 */
const IN_RUNNING_SHOW = sql`(r.target_kind = 'live' AND r.reason IN (${sql.join(
  URGENT_REASONS.map((reason) => sql.lit(reason)),
)})
  AND EXISTS (SELECT FROM lives rl WHERE rl.id = r.target_id AND rl.ended_at IS NULL))`;

/**
 * Open reports, the soonest due first; or decided ones, newest first; or the one with the
 * reference. Those about what is the reader's own are left out: they would tell who reported it.
 */
export const listReports = async (
  db: Database,
  {
    readerId,
    decided,
    reference,
  }: { readerId: ProfileId; decided: boolean; reference: string | null },
  { limit, offset }: { limit: number; offset: number },
): Promise<ReportRow[]> => {
  const { rows } = await sql<ReportRow>`
    SELECT ${COLUMNS} FROM reports r
    WHERE ${isOfAnother(readerId)}
      AND ${
        reference !== null
          ? sql`r.reference = ${reference}
      ORDER BY r.id`
          : decided
            ? sql`r.decided_at IS NOT NULL
      ORDER BY r.decided_at DESC, r.id DESC`
            : sql`r.decided_at IS NULL
      ORDER BY ${IN_RUNNING_SHOW} DESC, r.due_at, r.id`
      }
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

export const loadReport = async (db: Database, id: string): Promise<ReportRow | null> => {
  const { rows } =
    await sql<ReportRow>`SELECT ${COLUMNS} FROM reports r WHERE r.id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

export type OpenReport = Pick<ReportRow, 'id' | 'created_at' | 'due_at'> & { reminders: number };

/** Open reports that have had fewer than two reminders, the soonest due first. */
export const lockOpenReports = async (tx: Database): Promise<OpenReport[]> => {
  const { rows } = await sql<OpenReport>`
    SELECT id, created_at, due_at, reminders FROM reports WHERE decided_at IS NULL AND reminders < 2
      ORDER BY due_at, id FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows;
};

export const setReminders = async (
  tx: Database,
  reports: readonly Pick<OpenReport, 'id' | 'reminders'>[],
): Promise<void> => {
  await sql`UPDATE reports r SET reminders = n.reminders
    FROM unnest(${reports.map(({ id }) => id)}::uuid[],
    ${reports.map(({ reminders }) => reminders)}::int[]) n (id, reminders)
    WHERE r.id = n.id`.execute(tx);
};

/** A report that a decision closed, with its reporter. */
export type ClosedReport = {
  id: string;
  reporter_id: ProfileId | null;
  sealed_contact: Buffer | null;
};

/**
 * Closes all open reports of the target; none when another administrator was first. Deletes the
 * reporters' sealed addresses; the evidence stays for an appeal (`deleteUnneededEvidence`).
 */
export const closeReports = async (
  tx: Database,
  { target_kind: kind, target_id: id }: Pick<ReportRow, 'target_kind' | 'target_id'>,
  {
    outcome,
    reason,
    adminId,
    now,
  }: { outcome: Outcome; reason: string; adminId: ProfileId; now: Date },
): Promise<ClosedReport[]> => {
  const { rows } = await sql<ClosedReport>`
    UPDATE reports SET decided_at = ${now}, outcome = ${outcome}, decision_reason = ${reason},
      decided_by = ${adminId}::uuid, sealed_contact = NULL
    WHERE target_kind = ${kind} AND target_id = ${id}::uuid AND decided_at IS NULL
    RETURNING reports.id, reports.reporter_id, old.sealed_contact`.execute(tx);
  return rows;
};

/**
 * Deletes the evidence of refused reports that can't be contested any more, unless a legal hold
 * keeps the account of who sent the message.
 */
export const deleteUnneededEvidence = async (db: Database, since: Date): Promise<void> => {
  await sql`
    UPDATE reports r SET sealed_evidence = NULL WHERE r.sealed_evidence IS NOT NULL
      AND NOT ${isEvidenceNeeded('r', since)}
      AND NOT EXISTS (SELECT FROM messages m WHERE m.id = r.target_id
        AND ${sql.raw(isAccountUnderLegalHold('m.sender_id'))})`.execute(db);
};

/** The current state of a reported target: owner, text and media. */
export type Target = {
  kind: TargetKind;
  id: string;
  owner_id: ProfileId;
  text: string;
  media_ids: MediaId[];
  /** What a message shares with others. */
  content_id: MessageContentId | null;
  /** The AI label of a post. */
  ai: Pick<AiFacts, 'ai_declared' | 'ai_decided'> | null;
};

/**
 * Messages are private: administrators read one only when a member of its conversation reported it.
 * Members alone leave evidence, which shows it also when their account was removed.
 */
const isReportedByMember = (message: string): string => `EXISTS (SELECT FROM reports q
  WHERE q.target_kind = 'message' AND q.target_id = ${message}.id AND (q.sealed_evidence IS NOT NULL
    OR q.reporter_id IN (${message}.sender_id, ${message}.receiver_id)))`;

/**
 * Orders are private, too: administrators read one only when the fan or the producer reported it.
 */
const isReportedByParty = (order: string): string => `EXISTS (SELECT FROM reports q
  WHERE q.target_kind = 'order' AND q.target_id = ${order}.id AND q.reporter_id IN (${order}.fan_id,
    ${order}.producer_id))`;

/** What a message says to a member of its conversation; null for other people. */
export const findReportedMessage = async (
  db: Database,
  id: string,
  memberId: ProfileId,
): Promise<MessageEvidence | null> => {
  const { rows } = await sql<MessageEvidence>`
    SELECT m.sender_id AS "senderId", coalesce(c.text, m.text) AS text, m.created_at AS "sentAt",
      ARRAY(SELECT x.media_id FROM message_content_media x WHERE x.content_id = c.id
        ORDER BY x.position) AS "mediaIds"
    FROM messages m LEFT JOIN message_contents c ON c.id = m.content_id
    WHERE m.id = ${id}::uuid AND ${memberId}::uuid IN (m.sender_id, m.receiver_id)
      AND ${sql.raw(unsentAt('m', 'c'))} IS NULL`.execute(db);
  return rows[0] ?? null;
};

/** The targets that exist and can be removed; of shows those that have not ended. */
export const loadTargets = async (
  db: Database,
  reports: readonly Pick<ReportRow, 'target_kind' | 'target_id'>[],
): Promise<Target[]> => {
  const idsOf = (kind: TargetKind) =>
    reports.filter((report) => report.target_kind === kind).map((report) => report.target_id);
  const { rows } = await sql<Target>`
    SELECT 'post' AS kind, p.id, p.profile_id AS owner_id, p.text, ARRAY(SELECT m.media_id
      FROM post_media m WHERE m.post_id = p.id
      ORDER BY m.position) AS media_ids, NULL::uuid AS content_id,
        jsonb_build_object('ai_declared', p.ai_declared, 'ai_decided', p.ai_decided) AS ai
      FROM posts p WHERE p.id = ANY(${idsOf('post')}::uuid[]) AND p.deleted_at IS NULL
    UNION ALL SELECT 'comment', c.id, c.author_id, c.text, '{}', NULL, NULL FROM comments c
      WHERE c.id = ANY(${idsOf('comment')}::uuid[]) AND c.deleted_at IS NULL
    UNION ALL SELECT 'message', m.id, m.sender_id, coalesce(c.text, m.text), ARRAY(SELECT x.media_id
      FROM message_content_media x WHERE x.content_id = c.id ORDER BY x.position),
      m.content_id, NULL
      FROM messages m LEFT JOIN message_contents c ON c.id = m.content_id
        WHERE m.id = ANY(${idsOf('message')}::uuid[]) AND ${sql.raw(unsentAt('m', 'c'))} IS NULL
        AND ${sql.raw(isReportedByMember('m'))}
    UNION ALL SELECT 'order', o.id, ${sql.raw(reportedParty('o'))}, concat_ws(E'\\n\\n',
      nullif(o.text, ''), nullif(o.note, ''), nullif(c.text, '')),
        ARRAY(SELECT x.media_id FROM message_content_media x WHERE x.content_id = o.content_id
          ORDER BY x.position), NULL, NULL
      FROM orders o LEFT JOIN message_contents c ON c.id = o.content_id
        WHERE o.id = ANY(${idsOf('order')}::uuid[]) AND ${sql.raw(isReportedByParty('o'))}
    UNION ALL SELECT 'media', m.id, m.owner_id, '', ARRAY[m.id], NULL, NULL FROM media m
      WHERE m.id = ANY(${idsOf('media')}::uuid[]) AND m.status <> 'error'
    UNION ALL SELECT 'live', l.id, l.producer_id, l.title, '{}', NULL, NULL FROM lives l
      WHERE l.id = ANY(${idsOf('live')}::uuid[]) AND l.ended_at IS NULL
    UNION ALL SELECT 'profile', p.id, p.id, p.about,
      array_remove(ARRAY[p.avatar_media_id, p.cover_media_id], NULL), NULL, NULL FROM profiles p
      WHERE p.id = ANY(${idsOf('profile')}::uuid[]) AND p.producer_stage = 'approved'`.execute(db);
  return rows;
};

/**
 * Whether the viewer is an administrator who sees reports, and an open report concerns the media,
 * or a post with it; or a message with it, which those who decide see only.
 */
export const isUnderReview = async (
  db: Database,
  viewerId: ProfileId,
  mediaId: MediaId,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    SELECT ${isStaffWith('content.read', sql`${viewerId}::uuid`)}
      AND EXISTS (SELECT FROM reports r WHERE r.decided_at IS NULL AND (
        (r.target_kind = 'media' AND r.target_id = ${mediaId}::uuid)
        OR (r.target_kind = 'profile' AND r.target_id IN (SELECT id FROM profiles
          WHERE ${mediaId}::uuid IN (avatar_media_id, cover_media_id)))
        OR (r.target_kind = 'post' AND r.target_id IN (SELECT post_id FROM post_media
          WHERE media_id = ${mediaId}::uuid))
        OR (r.target_kind = 'message' AND ${isStaffWith('content.decide', sql`${viewerId}::uuid`)}
          AND r.target_id IN (
          SELECT m.id FROM messages m JOIN message_content_media x ON x.content_id = m.content_id
          WHERE x.media_id = ${mediaId}::uuid AND ${sql.raw(isReportedByMember('m'))}))
        OR (r.target_kind = 'order' AND r.target_id IN (
          SELECT o.id FROM orders o JOIN message_content_media x ON x.content_id = o.content_id
          WHERE x.media_id = ${mediaId}::uuid
            AND ${sql.raw(isReportedByParty('o'))})))) AS found`.execute(db);
  return rows[0]?.found ?? false;
};

/** SQL that is false for a report `r` about what is the reader's own. */
export const isOfAnother = (readerId: ProfileId) =>
  sql<boolean>`(${OWNER}) IS DISTINCT FROM ${readerId}::uuid`;

/** Reports that wait for a decision. */
export const OPEN_REPORTS: WaitingCases = sql<WaitingCase>`
  SELECT r.id::text AS id, r.created_at AS since, ${OWNER} AS about,
    ARRAY[r.reporter_id] AS parties, CASE WHEN ${IN_RUNNING_SHOW}
    THEN r.created_at ELSE r.due_at END AS due FROM reports r WHERE r.decided_at IS NULL`;
