// Reports about what one person published or is, and reports that they filed, for administrators.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
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
 * The newest of each, at most `limit`. Those about what is the reader's own are left out: they
 * would tell who reported it.
 */
export const reportsInvolving = async (
  db: Database,
  { profileId, readerId }: { profileId: ProfileId; readerId: ProfileId },
  limit: number,
): Promise<{ about: InvolvedReport[]; by: InvolvedReport[] }> => {
  const { rows: about } = await sql<InvolvedReport>`
    SELECT ${COLUMNS} FROM reports r CROSS JOIN (SELECT ${profileId}::uuid AS id) v
    WHERE ${ABOUT} AND ${isOfAnother(readerId)} ORDER BY r.id DESC LIMIT ${limit}`.execute(db);
  const { rows: by } = await sql<InvolvedReport>`
    SELECT ${COLUMNS} FROM reports r WHERE r.reporter_id = ${profileId}::uuid
      AND ${isOfAnother(readerId)} ORDER BY r.id DESC LIMIT ${limit}`.execute(db);
  return { about, by };
};
