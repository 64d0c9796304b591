// What administrators decided about shows, and the open shows as they see them, in the database.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveFrameId } from '@camarim/contract/features/lives/frames';
import type { LiveDecision } from '@camarim/contract/features/lives/moderation';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';

/** Returns its id. */
export const insertDecision = async (
  tx: Transaction,
  one: { liveId: LiveId; decision: LiveDecision; reason: string; adminId: ProfileId; now: Date },
): Promise<string> => {
  const id = newId();
  await sql`
    INSERT INTO live_decisions (id, live_id, decision, reason, admin_id, created_at)
    VALUES (${id}::uuid, ${one.liveId}::uuid, ${one.decision}, ${one.reason},
      ${one.adminId}::uuid, ${one.now})`.execute(tx);
  return id;
};

/** What the watchers of the show do not get; null: since no instant. */
export const setWithheld = async (
  tx: Transaction,
  id: LiveId,
  { blurredAt, withheldAt }: { blurredAt: Date | null; withheldAt: Date | null },
): Promise<void> => {
  await sql`UPDATE lives SET blurred_at = ${blurredAt}, withheld_at = ${withheldAt}
    WHERE id = ${id}::uuid`.execute(tx);
};

/** The decisions by which watchers do not get all of a show. */
export type WithholdDecision = Extract<LiveDecision, 'blur' | 'pause'>;

/** Whether a show that goes on is blurred or paused. */
export const isShowWithheld = async (
  db: Database,
  id: LiveId,
  by: WithholdDecision,
): Promise<boolean> => {
  const since = sql.ref(by === 'blur' ? 'blurred_at' : 'withheld_at');
  const { rows } = await sql<{ withheld: boolean }>`
    SELECT ${since} IS NOT NULL AS withheld FROM lives
    WHERE id = ${id}::uuid AND ended_at IS NULL`.execute(db);
  return rows[0]?.withheld ?? false;
};

export type ReviewRow = {
  liveId: LiveId;
  frames: number;
  blockedFrames: number;
  reports: number;
  lastFrameId: LiveFrameId | null;
};

/** The open shows, first those that need a review. */
export const openForReview = async (
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReviewRow[]> => {
  const { rows } = await sql<ReviewRow>`
    SELECT l.id AS "liveId", f.frames, f.blocked AS "blockedFrames", f.last_id AS "lastFrameId",
      r.reports
    FROM lives l
      CROSS JOIN LATERAL (SELECT count(r.id)::int AS frames,
        count(r.id) FILTER (WHERE x.blocked)::int AS blocked,
        (SELECT y.id FROM live_frames y WHERE y.live_id = l.id
          AND y.kind <> 'face' ORDER BY y.id DESC
          LIMIT 1) AS last_id FROM live_frames x LEFT JOIN content_reviews r
          ON r.kind = 'frames' AND r.subject_id = x.batch_id AND r.state = 'waiting'
        WHERE x.live_id = l.id) f
      CROSS JOIN LATERAL (SELECT count(*)::int AS reports FROM reports q
        WHERE q.target_kind = 'live' AND q.target_id = l.id AND q.decided_at IS NULL) r
    WHERE l.ended_at IS NULL
    ORDER BY f.blocked > 0 DESC, r.reports > 0 DESC,
      (SELECT count(*) FROM live_viewers w WHERE w.live_id = l.id AND w.left_at IS NULL) DESC,
        l.id DESC
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

export const countOpen = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM lives WHERE ended_at IS NULL`.execute(db);
  return rows[0]?.count ?? 0;
};

export type DecisionRow = {
  liveId: LiveId;
  decision: LiveDecision;
  reason: string;
  createdAt: Date;
};

const DECISIONS_SHOWN = 10;

/** The last ten of each show, newest first. */
export const decisionsOf = async (db: Database, ids: readonly LiveId[]): Promise<DecisionRow[]> => {
  const { rows } = await sql<DecisionRow>`
    SELECT d.live_id AS "liveId", d.decision, d.reason, d.created_at AS "createdAt"
    FROM unnest(${ids}::uuid[]) l (id) CROSS JOIN LATERAL (
      SELECT * FROM live_decisions d WHERE d.live_id = l.id ORDER BY d.id DESC
        LIMIT ${DECISIONS_SHOWN}) d`.execute(db);
  return rows;
};
