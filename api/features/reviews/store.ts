// SQL of the review before publication: what is in review, what was decided, and the settings.
import type {
  ReviewCause,
  ReviewKind,
  ReviewReason,
  ReviewState,
} from '@camarim/contract/features/reviews/reasons';
import type { ReviewSettings } from '@camarim/contract/features/reviews';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import { isStaffWith } from '../../platform/audit/audit.ts';
import { decisionsOf } from '../../platform/days/day-counts.ts';
import type { Database } from '../../platform/database/database.ts';
import type { WaitingCase, WaitingCases } from '../../platform/database/waiting.ts';
import type { AiFacts } from '../media/index.ts';
import type { ProducerRecord } from './rules.ts';

export type SettingsRow = {
  version: number;
  settings: ReviewSettings;
  changed_by: ProfileId;
  reason: string;
  created_at: Date;
};

/** Newest first; what an older release did not know is completed by the built-in settings. */
export const listSettings = async (
  db: Database,
  { limit, builtIn }: { limit: number; builtIn: ReviewSettings },
): Promise<SettingsRow[]> => {
  const rows = await db
    .selectFrom('review_settings')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return (rows as unknown as SettingsRow[]).map((row) => ({
    ...row,
    settings: { ...builtIn, ...row.settings },
  }));
};

/** The second of two concurrent changes fails on the version's unique key. */
export const insertSettings = async (
  tx: Database,
  row: Omit<SettingsRow, 'created_at'> & { now: Date },
): Promise<void> => {
  await tx
    .insertInto('review_settings')
    .values({
      version: row.version,
      settings: JSON.stringify(row.settings),
      changed_by: row.changed_by,
      reason: row.reason,
      created_at: row.now,
    })
    .execute();
};

/** SQL of the strikes of a producer that count: neither expired nor taken back. */
const strikesOf = (producerId: ProfileId | ReturnType<typeof sql.ref>, since: Date) => sql<number>`
  (SELECT count(*)::integer FROM content_reviews s WHERE s.producer_id = ${producerId} AND s.strike
    AND s.restored_at IS NULL AND s.decided_at > ${since}::timestamptz)`;

/** More publications than the settings can ask for need not be counted. */
const COUNTED_MAX = 1_000;

export const loadRecord = async (
  db: Database,
  producerId: ProfileId,
  since: Date,
): Promise<ProducerRecord> => {
  const { rows } = await sql<ProducerRecord>`
    SELECT (SELECT max(r.decided_at) FROM producer_requests r
      WHERE r.profile_id = ${producerId}::uuid AND r.stage = 'approved') AS "approvedAt",
      ((SELECT count(*) FROM (SELECT FROM posts p WHERE p.profile_id = ${producerId}::uuid
        AND p.playable_at IS NOT NULL LIMIT ${COUNTED_MAX}) seen)
        + (SELECT count(*) FROM (SELECT FROM broadcasts b WHERE b.sender_id = ${producerId}::uuid
          AND b.receivers > 0 LIMIT ${COUNTED_MAX}) sent))::integer AS published,
      ${strikesOf(sql.val(producerId) as never, since)} AS strikes`.execute(db);
  const [record] = rows;
  if (!record) throw new Error('a query without a table returns one row');
  return record;
};

export const countStrikes = async (
  db: Database,
  producerId: ProfileId,
  since: Date,
): Promise<number> => {
  const { rows } = await sql<{ strikes: number }>`
    SELECT ${strikesOf(sql.val(producerId) as never, since)} AS strikes`.execute(db);
  return rows[0]?.strikes ?? 0;
};

type Subject = { kind: ReviewKind; subjectId: string };

/** Submits it for review, or counts a change of what is in review already. */
export const insertReview = async (
  tx: Database,
  review: Subject & { id: string; producerId: ProfileId; cause: ReviewCause; now: Date },
): Promise<void> => {
  await sql`
    INSERT INTO content_reviews (id, kind, subject_id, producer_id, cause, created_at)
    VALUES (${review.id}::uuid, ${review.kind}, ${review.subjectId}::uuid,
      ${review.producerId}::uuid, ${review.cause}, ${review.now})
    ON CONFLICT (kind, subject_id) WHERE state = 'waiting'
      DO UPDATE SET version = content_reviews.version + 1`.execute(tx);
};

/** Counts a change of what waits; false when nothing of it waits. */
export const recordChange = async (
  tx: Database,
  { kind, subjectId }: Subject,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    UPDATE content_reviews SET version = version + 1
    WHERE kind = ${kind} AND subject_id = ${subjectId}::uuid AND state = 'waiting'`.execute(tx);
  return numAffectedRows === 1n;
};

export type ReviewRow = {
  id: string;
  kind: ReviewKind;
  subject_id: string;
  producer_id: ProfileId;
  cause: ReviewCause;
  state: ReviewState;
  version: number;
  reason: ReviewReason | null;
  note: string;
  strike: boolean;
  created_at: Date;
  decided_at: Date | null;
  decided_by: ProfileId | null;
  restored_at: Date | null;
};

export const findReview = async (db: Database, id: string): Promise<ReviewRow | null> => {
  const { rows } = await sql<ReviewRow>`
    SELECT * FROM content_reviews WHERE id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

/** Call it after what it is about is locked. */
export const lockReview = async (tx: Database, id: string): Promise<ReviewRow | null> => {
  const { rows } = await sql<ReviewRow>`
    SELECT * FROM content_reviews WHERE id = ${id}::uuid FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
};

/** The newest review of each; what was never reviewed has none. */
export const newestReviews = async (
  db: Database,
  kind: ReviewKind,
  subjectIds: readonly string[],
): Promise<Map<string, ReviewRow>> => {
  if (subjectIds.length === 0) return new Map();
  const { rows } = await sql<ReviewRow>`
    SELECT DISTINCT ON (subject_id) * FROM content_reviews WHERE kind = ${kind}
      AND subject_id = ANY(${subjectIds}::uuid[])
    ORDER BY subject_id, created_at DESC, id DESC`.execute(db);
  return new Map(rows.map((row) => [row.subject_id, row]));
};

export type Verdict = {
  state: Exclude<ReviewState, 'waiting'>;
  reason: ReviewReason | null;
  note: string;
  strike: boolean;
};

export const recordVerdict = async (
  tx: Database,
  id: string,
  { state, reason, note, strike }: Verdict,
  { adminId, now }: { adminId: ProfileId; now: Date },
): Promise<void> => {
  await sql`
    UPDATE content_reviews SET state = ${state}, reason = ${reason}, note = ${note},
      strike = ${strike}, decided_at = ${now}, decided_by = ${adminId}::uuid
    WHERE id = ${id}::uuid`.execute(tx);
};

export const recordRestored = async (tx: Database, id: string, now: Date): Promise<void> => {
  await sql`UPDATE content_reviews SET restored_at = ${now} WHERE id = ${id}::uuid`.execute(tx);
};

/** What exists and was not cancelled, and whose media are ready. */
const READY = sql`(
  r.kind = 'post' AND EXISTS (SELECT FROM posts p WHERE p.id = r.subject_id AND p.deleted_at IS NULL
    AND p.archived_at IS NULL AND NOT p.draft AND p.status = 'processed')
  OR r.kind = 'broadcast' AND EXISTS (SELECT FROM broadcasts b WHERE b.id = r.subject_id
    AND b.state = 'scheduled'
    AND NOT EXISTS (SELECT FROM message_content_media x JOIN media m ON m.id = x.media_id
      WHERE x.content_id = b.content_id AND m.status NOT IN ('processed', 'error')))
  OR r.kind = 'automation' AND EXISTS (SELECT FROM automations a WHERE a.id = r.subject_id
    AND a.deleted_at IS NULL
    AND NOT EXISTS (SELECT FROM automation_media x JOIN media m ON m.id = x.media_id
      WHERE x.automation_id = a.id AND m.status NOT IN ('processed', 'error')))
  OR r.kind = 'welcome' AND EXISTS (SELECT FROM welcome_messages w WHERE w.id = r.subject_id
    AND NOT EXISTS (SELECT FROM welcome_message_medias x JOIN media m ON m.id = x.media_id
      WHERE x.welcome_message_id = w.id AND m.status NOT IN ('processed', 'error')))
  OR r.kind = 'avatar' AND EXISTS (SELECT FROM profiles f WHERE f.id = r.subject_id
    AND f.held_avatar_media_id IS NOT NULL)
  OR r.kind = 'cover' AND EXISTS (SELECT FROM profiles f WHERE f.id = r.subject_id
    AND f.held_cover_media_id IS NOT NULL)
  OR r.kind = 'frames' AND EXISTS (SELECT FROM live_frames f WHERE f.batch_id = r.subject_id))`;

/** Content that waits for a decision. */
export const CONTENT_IN_REVIEW: WaitingCases = sql<WaitingCase>`
  SELECT r.id::text AS id, r.created_at AS since, r.producer_id AS about,
    NULL::uuid[] AS parties, NULL::timestamptz AS due
    FROM content_reviews r WHERE r.state = 'waiting' AND ${READY}`;

type QueueReader = { adminId: ProfileId; now: Date };

/** Neither one's own nor what another person has claimed or an administrator has put off. */
const forReader = ({ adminId, now }: QueueReader) => sql`
  r.state = 'waiting' AND ${READY} AND r.producer_id <> ${adminId}::uuid AND NOT EXISTS (
    SELECT FROM work_items w WHERE w.kind = 'contentReview' AND w.subject_id = r.id::text
      AND (w.snoozed_until > ${now}::timestamptz OR w.claimed_by <> ${adminId}::uuid
        AND w.claimed_until > ${now}::timestamptz))`;

export const listWaiting = async (
  db: Database,
  reader: QueueReader,
  limit: number,
): Promise<ReviewRow[]> => {
  const { rows } = await sql<ReviewRow>`
    SELECT r.* FROM content_reviews r WHERE ${forReader(reader)}
    ORDER BY array_position(ARRAY['match', 'report'], r.cause), r.created_at, r.id
    LIMIT ${limit}`.execute(db);
  return rows;
};

export const countWaiting = async (db: Database, reader: QueueReader): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::integer AS waiting FROM content_reviews r WHERE ${forReader(reader)}`.execute(
    db,
  );
  return rows[0]?.waiting ?? 0;
};

/** What is in review, as it is now. */
export type Content = {
  kind: ReviewKind;
  id: string;
  text: string;
  price: Centavos | null;
  media_ids: MediaId[];
  performers: { stageName: string; verified: boolean }[];
  /** The AI label of a post as a whole. */
  ai: AiFacts | null;
};

const PERFORMERS = sql`coalesce(jsonb_agg(DISTINCT jsonb_build_object('stageName',
  f.stage_name, 'verified', f.consent = 'given' AND f.review = 'approved')), '[]')`;

export const loadContents = async (
  db: Database,
  rows: readonly ReviewRow[],
): Promise<Content[]> => {
  const idsOf = (kind: ReviewKind) =>
    rows.filter((row) => row.kind === kind).map((row) => row.subject_id);
  const { rows: found } = await sql<Content>`
    SELECT 'post' AS kind, p.id, p.text, p.price_centavos AS price, ARRAY(SELECT m.media_id
      FROM post_media m WHERE m.post_id = p.id ORDER BY m.position) AS media_ids,
      (SELECT ${PERFORMERS} FROM performers f WHERE f.id IN (
        SELECT t.performer_id FROM post_performers t WHERE t.post_id = p.id
        UNION SELECT t.performer_id FROM post_media m
          JOIN media_performers t ON t.media_id = m.media_id WHERE m.post_id = p.id)) AS performers,
      jsonb_build_object('ai_declared', p.ai_declared, 'ai_decided', p.ai_decided) AS ai
      FROM posts p WHERE p.id = ANY(${idsOf('post')}::uuid[])
    UNION ALL SELECT 'broadcast', b.id, c.text, c.price_centavos, ARRAY(SELECT x.media_id
      FROM message_content_media x WHERE x.content_id = c.id ORDER BY x.position),
      (SELECT ${PERFORMERS} FROM performers f WHERE f.id IN (
        SELECT t.performer_id FROM message_content_media x
          JOIN media_performers t ON t.media_id = x.media_id WHERE x.content_id = c.id)), NULL
      FROM broadcasts b JOIN message_contents c ON c.id = b.content_id
        WHERE b.id = ANY(${idsOf('broadcast')}::uuid[])
    UNION ALL SELECT 'automation', a.id, a.text, a.price_centavos, ARRAY(SELECT x.media_id
      FROM automation_media x WHERE x.automation_id = a.id ORDER BY x.position),
      (SELECT ${PERFORMERS} FROM performers f WHERE f.id IN (
        SELECT t.performer_id FROM automation_media x
          JOIN media_performers t ON t.media_id = x.media_id WHERE x.automation_id = a.id)), NULL
      FROM automations a WHERE a.id = ANY(${idsOf('automation')}::uuid[])
    UNION ALL SELECT 'welcome', w.id, w.message, NULL, ARRAY(SELECT x.media_id
      FROM welcome_message_medias x WHERE x.welcome_message_id = w.id ORDER BY x.position),
      (SELECT ${PERFORMERS} FROM performers f WHERE f.id IN (
        SELECT t.performer_id FROM welcome_message_medias x
          JOIN media_performers t ON t.media_id = x.media_id
          WHERE x.welcome_message_id = w.id)), NULL
      FROM welcome_messages w WHERE w.id = ANY(${idsOf('welcome')}::uuid[])
    UNION ALL SELECT 'avatar', f.id, '', NULL, ARRAY[f.held_avatar_media_id], '[]', NULL
      FROM profiles f WHERE f.id = ANY(${idsOf('avatar')}::uuid[])
      AND f.held_avatar_media_id IS NOT NULL
    UNION ALL SELECT 'cover', f.id, '', NULL, ARRAY[f.held_cover_media_id], '[]', NULL
      FROM profiles f WHERE f.id = ANY(${idsOf('cover')}::uuid[])
      AND f.held_cover_media_id IS NOT NULL
    UNION ALL SELECT DISTINCT 'frames', x.batch_id, l.title, NULL::integer, '{}'::uuid[],
      (SELECT ${PERFORMERS} FROM performers f WHERE f.id IN (
        SELECT t.performer_id FROM live_performers t WHERE t.live_id = l.id)), NULL::jsonb
      FROM live_frames x JOIN lives l ON l.id = x.live_id
        WHERE x.batch_id = ANY(${idsOf('frames')}::uuid[])`.execute(db);
  return found;
};

/** What the reviewer is shown of a producer. */
export type Background = {
  id: ProfileId;
  approvedAt: Date | null;
  approved: number;
  refused: number;
  strikes: number;
};

export const loadBackgrounds = async (
  db: Database,
  producerIds: readonly ProfileId[],
  since: Date,
): Promise<Map<ProfileId, Background>> => {
  const { rows } = await sql<Background>`
    SELECT o.id, (SELECT max(q.decided_at) FROM producer_requests q WHERE q.profile_id = o.id
      AND q.stage = 'approved') AS "approvedAt",
      (SELECT count(*)::integer FROM content_reviews r WHERE r.producer_id = o.id
        AND r.state = 'approved' AND r.kind <> 'frames') AS approved,
      (SELECT count(*)::integer FROM content_reviews r WHERE r.producer_id = o.id
        AND r.state = 'refused' AND r.restored_at IS NULL) AS refused,
      ${strikesOf(sql.ref('o.id'), since)} AS strikes
    FROM profiles o WHERE o.id = ANY(${producerIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
};

/** Newest first. */
export const reviewsOfProducer = async (
  db: Database,
  producerId: ProfileId,
  { refused, limit }: { refused: boolean; limit: number },
): Promise<ReviewRow[]> => {
  const { rows } = await sql<ReviewRow>`
    SELECT * FROM content_reviews r
      WHERE r.producer_id = ${producerId}::uuid ${refused ? sql`AND r.state = 'refused'` : sql``}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

/**
 * Whether the viewer reviews content and the media is in content of another person that is in
 * review.
 */
export const isInReview = async (
  db: Database,
  mediaId: MediaId,
  viewerId: ProfileId,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    SELECT ${isStaffWith('content.read', sql`${viewerId}::uuid`)} AND (EXISTS (SELECT
      FROM post_media m JOIN content_reviews r ON r.kind = 'post' AND r.subject_id = m.post_id
        WHERE m.media_id = ${mediaId}::uuid AND r.state = 'waiting'
          AND r.producer_id <> ${viewerId}::uuid)
      OR EXISTS (SELECT FROM message_content_media x
        JOIN broadcasts b ON b.content_id = x.content_id
        JOIN content_reviews r ON r.kind = 'broadcast' AND r.subject_id = b.id
        WHERE x.media_id = ${mediaId}::uuid AND r.state = 'waiting'
          AND r.producer_id <> ${viewerId}::uuid)
      OR EXISTS (SELECT FROM automation_media x JOIN content_reviews r ON r.kind = 'automation'
        AND r.subject_id = x.automation_id
        WHERE x.media_id = ${mediaId}::uuid AND r.state = 'waiting'
          AND r.producer_id <> ${viewerId}::uuid)
      OR EXISTS (SELECT FROM welcome_message_medias x JOIN content_reviews r ON r.kind = 'welcome'
        AND r.subject_id = x.welcome_message_id
        WHERE x.media_id = ${mediaId}::uuid AND r.state = 'waiting'
          AND r.producer_id <> ${viewerId}::uuid)
      OR EXISTS (SELECT FROM media m JOIN profiles f ON f.id = m.owner_id
        JOIN content_reviews r ON r.subject_id = f.id
        WHERE m.id = ${mediaId}::uuid AND r.state = 'waiting' AND r.producer_id <> ${viewerId}::uuid
          AND (r.kind = 'avatar' AND f.held_avatar_media_id = m.id OR r.kind = 'cover'
            AND f.held_cover_media_id = m.id))) AS found`.execute(db);
  return rows[0]?.found ?? false;
};

export const deleteReviewsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await db.deleteFrom('content_reviews').where('producer_id', '=', profileId).execute();
};

/** Content that administrators released or refused. */
export const decidedReviews = decisionsOf(
  'contentReview',
  sql`content_reviews WHERE decided_by IS NOT NULL`,
  'created_at',
  'decided_at',
);
