// Reports about what one person published or is, and reports that they filed, for administrators.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Position } from '../../platform/http/cursor.ts';
import { isOfAnother, type Outcome, type ReportBody, type TargetKind } from './store.ts';

export type InvolvedReport = {
  id: string;
  target_kind: TargetKind;
  reason: ReportBody['reason'];
  created_at: Date;
  outcome: Outcome | null;
  text: string;
  reference: string;
};

const COLUMNS = sql`r.id, r.target_kind, r.reason, r.created_at, r.outcome, r.text,
  r.reference`;

/** Reports are few beside what they are about, so each one's owner is looked up. */
const ABOUT = sql`(r.target_id, r.target_kind) IN (
  SELECT v.id, 'profile'
  UNION ALL SELECT o.id, 'post' FROM posts o WHERE o.id = r.target_id AND o.profile_id = v.id
  UNION ALL SELECT c.id, 'comment' FROM comments c WHERE c.id = r.target_id AND c.author_id = v.id
  UNION ALL SELECT s.id, 'message' FROM messages s WHERE s.id = r.target_id AND s.sender_id = v.id
  UNION ALL SELECT m.id, 'media' FROM media m WHERE m.id = r.target_id AND m.owner_id = v.id
  UNION ALL SELECT l.id, 'live' FROM lives l WHERE l.id = r.target_id AND l.producer_id = v.id)`;

/**
 * Reports about a person and what is theirs, or by them, newest first after a position. Those about
 * what is the reader's own are left out: they would tell who reported it.
 */
export const reportsInvolving = async (
  db: Database,
  { profileId, readerId }: { profileId: ProfileId; readerId: ProfileId },
  { side, limit, after }: { side: 'about' | 'by'; limit: number; after: Position<string> | null },
): Promise<InvolvedReport[]> => {
  const beyond = after
    ? sql`(r.created_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<InvolvedReport>`
    SELECT ${COLUMNS} FROM reports r CROSS JOIN (SELECT ${profileId}::uuid AS id) v
    WHERE ${side === 'about' ? ABOUT : sql`r.reporter_id = v.id`} AND ${isOfAnother(readerId)}
      AND ${beyond}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};
