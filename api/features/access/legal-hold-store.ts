// SQL of what may not be erased now, because an administrator placed a legal hold on it or because
// it is evidence that its owner may not see. Everything that erases data uses these conditions.
import { type RawBuilder, sql } from 'kysely';

/**
 * SQL that is true while everything of the account stays. `profile` is a column or a numbered
 * parameter.
 */
export const isAccountUnderLegalHold = (profile: string): string =>
  `EXISTS (SELECT FROM legal_holds lh WHERE lh.subject_id = ${profile}
    AND lh.subject_kind = 'account' AND lh.released_at IS NULL)`;

/** SQL that is true while the post stays: a legal hold is on it or on its owner’s account. */
export const isPostUnderLegalHold = (post: string, owner: string): string =>
  `(${isAccountUnderLegalHold(owner)} OR EXISTS (SELECT FROM legal_holds lh WHERE lh.subject_id = ${post} AND lh.subject_kind = 'post' AND lh.released_at IS NULL))`;

/**
 * SQL that is true while the files of a media stay: a legal hold is on it, on a post with it or on
 * its owner’s account, or it is withheld from its owner and no decision has erased it.
 */
export const isMediaUnderLegalHold = (
  media: string,
  owner: string,
): string => `(${isAccountUnderLegalHold(owner)}
  OR EXISTS (SELECT FROM legal_holds lh WHERE lh.released_at IS NULL AND (lh.subject_kind = 'media' AND lh.subject_id = ${media}
    OR lh.subject_kind = 'post' AND lh.subject_id IN (SELECT hp.post_id FROM post_media hp WHERE hp.media_id = ${media})))
  OR EXISTS (SELECT FROM withholdings hw WHERE hw.released_at IS NULL AND hw.from_owner AND (hw.target_kind = 'media' AND hw.target_id = ${media}
      OR hw.target_kind = 'post' AND hw.target_id IN (SELECT hp.post_id FROM post_media hp WHERE hp.media_id = ${media}))
    AND NOT EXISTS (SELECT FROM moderation_decisions hd WHERE hd.id = hw.cause_id AND hd.erased_at IS NOT NULL)))`;

/**
 * SQL that is true while what was kept as evidence of a report stays: until the decision, after a
 * removal, and after a refusal since `since`, which may still be contested, or one whose appeal is
 * open or led to a removal. `report` is an alias of reports.
 */
export const isEvidenceNeeded = (report: string, since: Date): RawBuilder<boolean> =>
  sql`(${sql.raw(`${report}.decided_at`)} IS NULL OR ${sql.raw(`${report}.outcome`)} = 'removed'
    OR ${sql.raw(`${report}.decided_at`)} > ${since}
    OR EXISTS (SELECT FROM help_tickets ht WHERE ht.report_id = ${sql.raw(`${report}.id`)}
      AND (ht.answered_at IS NULL OR ht.outcome = 'overturned'))
    OR EXISTS (SELECT FROM moderation_decisions md WHERE md.origin_id = ${sql.raw(`${report}.id`)}))`;
