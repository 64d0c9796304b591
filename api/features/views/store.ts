// SQL of views: marks of today's viewers, and counts by day.
import { randomBytes } from 'node:crypto';
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { SAO_PAULO } from '@camarim/contract/time';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

const SALT_BYTES = 32;

/** The day in São Paulo, and the salt that all processes share on it. */
export const saltOfToday = async (
  db: Database,
  now: Date,
): Promise<{ day: string; salt: Buffer }> => {
  const { rows } = await sql<{ day: string; salt: Buffer }>`
    INSERT INTO view_salts (day, salt)
      VALUES ((${now}::timestamptz AT TIME ZONE ${SAO_PAULO})::date, ${randomBytes(SALT_BYTES)})
    ON CONFLICT (day) DO UPDATE SET day = excluded.day RETURNING to_char(day, 'YYYY-MM-DD') AS day,
      salt`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a salt without a row');
  return row;
};

export type SeenSubject = {
  domainName: string | null;
  postId: PostId | null;
  /** Only to leave out views of the own page; not stored. */
  viewerId: ProfileId | null;
  viewer: Buffer;
};

/**
 * Adds each viewer's first view of the day. Rows are inserted in one order, so that two processes
 * wait for each other and never deadlock.
 */
export const writeViews = async (
  db: Database,
  { day, now }: { day: string; now: Date },
  seen: readonly SeenSubject[],
): Promise<void> => {
  await sql`
    WITH item AS (
      SELECT * FROM unnest(${seen.map(({ domainName }) => domainName)}::text[],
        ${seen.map(({ postId }) => postId)}::uuid[],
        ${seen.map(({ viewerId }) => viewerId)}::uuid[],
          ${seen.map(({ viewer }) => viewer.toString('hex'))}::text[]) i (name, post_id, viewer_id,
          viewer)
    ), subject AS (
      SELECT p.id AS subject_id, p.id AS profile_id, NULL::uuid AS post_id, i.viewer_id, i.viewer
      FROM item i JOIN profiles p ON p.domain_name = i.name::citext
        WHERE p.producer_stage = 'approved'
      UNION ALL
      SELECT o.id, o.profile_id, o.id, i.viewer_id, i.viewer
      FROM item i JOIN posts o ON o.id = i.post_id WHERE o.deleted_at IS NULL
        AND o.playable_at IS NOT NULL
    ), marked AS (
      INSERT INTO view_marks (day, subject_id, viewer)
      SELECT DISTINCT ${day}::date, subject_id, decode(viewer, 'hex') FROM subject
        WHERE viewer_id IS DISTINCT FROM profile_id ORDER BY 2, 3
      ON CONFLICT DO NOTHING RETURNING subject_id
    ), counted AS (
      SELECT s.subject_id, s.profile_id, s.post_id, c.views FROM (SELECT subject_id,
        count(*)::integer AS views FROM marked GROUP BY 1) c
        JOIN (SELECT DISTINCT subject_id, profile_id, post_id FROM subject) s USING (subject_id)
    ), hours AS (
      INSERT INTO view_hours (profile_id, day, hour, views)
      SELECT profile_id, ${day}::date, extract(hour
        FROM ${now}::timestamptz AT TIME ZONE ${SAO_PAULO})::smallint, sum(views)::integer
        FROM counted GROUP BY profile_id ORDER BY profile_id
      ON CONFLICT (profile_id, day, hour) DO UPDATE SET views = view_hours.views + excluded.views
    )
    INSERT INTO view_days (profile_id, post_id, day, views)
    SELECT profile_id, post_id, ${day}::date, views FROM counted ORDER BY subject_id
    ON CONFLICT ON CONSTRAINT view_days_once
      DO UPDATE SET views = view_days.views + excluded.views`.execute(db);
};

/** Forgets who was counted on days that are over. */
export const deletePastMarks = async (db: Database, now: Date): Promise<void> => {
  const today = sql`(${now}::timestamptz AT TIME ZONE ${SAO_PAULO})::date`;
  await sql`DELETE FROM view_marks WHERE day < ${today}`.execute(db);
  await sql`DELETE FROM watch_marks WHERE day < ${today}`.execute(db);
  await sql`DELETE FROM watch_viewers WHERE day < ${today}`.execute(db);
  await sql`DELETE FROM view_salts WHERE day < ${today}`.execute(db);
};

export const deleteViewsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  for (const table of ['view_days', 'view_hours', 'watch_days'] as const)
    await db.deleteFrom(table).where('profile_id', '=', profileId).execute();
};

export type ViewDay = { day: string; profileViews: number; postViews: number };

/** Views of a producer by day; both days are included. */
export const viewsByDay = async (
  db: Database,
  profileId: ProfileId,
  { from, to }: { from: string; to: string },
): Promise<ViewDay[]> => {
  const { rows } = await sql<ViewDay>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day,
      coalesce(sum(views) FILTER (WHERE post_id IS NULL), 0)::int AS "profileViews",
      coalesce(sum(views) FILTER (WHERE post_id IS NOT NULL), 0)::int AS "postViews"
    FROM view_days WHERE profile_id = ${profileId}::uuid AND day BETWEEN ${from}::date
      AND ${to}::date GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
};

export type ViewHour = { weekday: number; hour: number; views: number };

/** Views of a producer by weekday (1 is Monday) and hour of São Paulo; both days are included. */
export const viewsByHour = async (
  db: Database,
  profileId: ProfileId,
  { from, to }: { from: string; to: string },
): Promise<ViewHour[]> => {
  const { rows } = await sql<ViewHour>`
    SELECT extract(isodow FROM day)::int AS weekday, hour::int AS hour, sum(views)::int AS views
      FROM view_hours
    WHERE profile_id = ${profileId}::uuid AND day BETWEEN ${from}::date AND ${to}::date
      GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  return rows;
};
