// SQL of the decisions that a person may contest.
import type { ProfileId } from '@camarim/contract/ids';
import type { RemovalReason } from '@camarim/contract/moderation';
import type { AiChoice } from '@camarim/contract/limits';
import { sql } from 'kysely';
import { type DecisionMade, DECISIONS_MADE, isHeldByOthers } from '../decisions/index.ts';
import { IS_DECISION_ON_SHOW } from './store.ts';
import type { DB, Database } from '../../platform/database/database.ts';

const SHOWN_MAX = 50;

/** What was decided; a removal may be of several media. */
export type ContestableRow = {
  id: string;
  by: 'owner' | 'reporter' | 'labelled' | 'decided';
  kind: DB['moderation_decisions']['target_kind'];
  count: number;
  code: RemovalReason | null;
  /** The act on the person. */
  act: DecisionMade | null;
  /** The AI label that was decided. */
  label: AiChoice | null;
  reason: string;
  decided_at: Date;
  restored: boolean;
  /** Restored, but something else hides it. */
  held: boolean;
  appealed: boolean;
};

/** Since then, newest first. */
export const decisionsOf = async (
  db: Database,
  profileId: ProfileId,
  since: Date,
): Promise<ContestableRow[]> => {
  const { rows } = await sql<ContestableRow>`
    SELECT f.*, EXISTS (SELECT FROM help_tickets t JOIN admin_log l ON l.id = t.appeals
        WHERE t.profile_id = ${profileId}::uuid AND (t.report_id = f.id OR t.report_id IS NULL
          AND CASE WHEN f.log IS NULL THEN l.subject_id = f.id::text ELSE l.id = f.log END))
      AS appealed
    FROM (
      SELECT d.origin_id AS id, 'owner' AS by, min(d.target_kind) AS kind, count(*)::int AS count,
        min(d.code) AS code, NULL AS label, min(d.reason) AS reason,
        max(d.decided_at) AS decided_at,
        bool_and(d.restored_at IS NOT NULL) AS restored, bool_and(d.restored_at IS NOT NULL)
          AND bool_and(${sql.raw(isHeldByOthers('d'))}) AS held, NULL AS act, NULL::bigint AS log
      FROM moderation_decisions d WHERE d.owner_id = ${profileId}::uuid
        AND d.decided_at > ${since}::timestamptz GROUP BY d.origin_id
      UNION ALL SELECT r.id, 'reporter', r.target_kind, 1, NULL, NULL, r.decision_reason,
        r.decided_at, false, false, NULL, NULL
      FROM reports r WHERE r.reporter_id = ${profileId}::uuid AND r.outcome = 'dismissed'
        AND r.decided_at > ${since}::timestamptz
      UNION ALL SELECT a.id, 'labelled', a.target_kind, 1, NULL, a.label, a.reason, a.decided_at,
        a.overturned_at IS NOT NULL, false, NULL, NULL
      FROM ai_decisions a WHERE a.owner_id = ${profileId}::uuid AND a.label IS NOT NULL
        AND a.decided_at > ${since}::timestamptz
        AND NOT EXISTS (SELECT FROM ai_decisions o WHERE o.owner_id = a.owner_id
          AND o.target_id = a.target_id AND (o.decided_at, o.id) > (a.decided_at, a.id)
          AND a.overturned_at IS NULL)
      UNION ALL SELECT l.contested_id, 'decided', 'profile', 1, NULL, NULL, l.reason,
        l.created_at, EXISTS (SELECT FROM help_tickets t WHERE t.appeals = l.id
          AND t.outcome = 'overturned' AND t.undone), false, l.action, l.id
      FROM (SELECT DISTINCT ON (c.contested_id) l.*, c.contested_id FROM admin_log l
        LEFT JOIN live_decisions d ON ${IS_DECISION_ON_SHOW}
        CROSS JOIN LATERAL (SELECT coalesce(d.id, l.subject_id::uuid) AS contested_id) c
        WHERE l.profile_id = ${profileId}::uuid AND l.action = ANY(${DECISIONS_MADE})
          AND l.created_at > ${since}::timestamptz ORDER BY c.contested_id, l.id DESC) l) f
    ORDER BY f.decided_at DESC, f.log DESC NULLS LAST, f.id LIMIT ${SHOWN_MAX}`.execute(db);
  return rows;
};
