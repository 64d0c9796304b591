// Content that was removed, and labels of AI that were decided, for the transparency figures and
// the monthly pack.
import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import type { RemovalReason } from '@camarim/contract/moderation';
import { type ArchiveFile, csvFile } from '../../platform/archive/archive.ts';
import { sampleFile } from '../../platform/archive/samples.ts';
import { ruleText } from './notify.ts';
import { facets, type FigureSource, type Span } from '../../platform/database/figures.ts';

export const decisionFigures: readonly FigureSource[] = [
  {
    subject: 'contentRemoved',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, NULL::float8 AS hours, ${facets(
        ['code', sql`d.code`],
        ['origin', sql`d.origin`],
        ['kind', sql`d.target_kind`],
      )} AS facets
      FROM moderation_decisions d WHERE d.decided_at >= ${from} AND d.decided_at < ${to}`,
  },
  {
    subject: 'aiLabelsDecided',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, NULL::float8 AS hours, ${facets(
        ['label', sql`coalesce(a.label, 'takenBack')`],
        ['kind', sql`a.target_kind`],
      )} AS facets
      FROM ai_decisions a WHERE a.decided_at >= ${from} AND a.decided_at < ${to}`,
  },
];

const COLUMNS = [
  'id',
  'targetKind',
  'targetId',
  'origin',
  'originId',
  'code',
  'decidedAt',
  'erasedAt',
  'restoredAt',
] as const;
type TakedownRecord = Record<(typeof COLUMNS)[number], unknown> & { id: string };

const LABEL_COLUMNS = [
  'id',
  'targetKind',
  'targetId',
  'label',
  'labelBefore',
  'decidedAt',
  'overturnedAt',
] as const;
type LabelRecord = Record<(typeof LABEL_COLUMNS)[number], unknown> & { id: string };

/**
 * Some removals of each class with their statement of reasons, times and hashes: PDQ of the
 * pictures, which can't be turned back into a picture, and the entry of the audit log.
 */
const takedownSamples = ({ db, config }: Ctx, span: Span): ArchiveFile =>
  sampleFile(db, {
    path: 'samples/takedowns.json',
    span,
    cases: sql`
      SELECT s.id, s.code AS class, s.target_kind AS "targetKind",
        s.target_id AS "targetId", s.origin, s.origin_id AS "originId",
        coalesce((SELECT r.created_at FROM reports r WHERE r.id = s.origin_id),
          (SELECT r.confirmed_at FROM removal_requests r WHERE r.id = s.origin_id)) AS "receivedAt",
        (SELECT min(w.withheld_at) FROM withholdings w
          WHERE w.cause_id = s.origin_id) AS "withheldAt",
        s.decided_at AS "decidedAt", s.erased_at AS "erasedAt", s.restored_at AS "restoredAt",
        (SELECT min(t.created_at) FROM help_tickets t
          WHERE t.report_id = s.origin_id) AS "contestedAt",
        ARRAY(SELECT DISTINCT encode(varbit_send(b.pdq), 'hex') FROM blocked_pictures b
          WHERE b.pdq IS NOT NULL AND (b.media_id = s.target_id OR b.media_id IN (
            SELECT pm.media_id FROM post_media pm WHERE pm.post_id = s.target_id))
          ORDER BY 1) AS "pdqHashes",
        (SELECT encode(c.hash, 'hex') FROM admin_log l JOIN admin_log_chain c ON c.entry_id = l.id
          WHERE l.subject_id IN (s.id::text, s.origin_id::text, s.target_id::text)
            AND l.created_at >= ${span.from} AND l.created_at = s.decided_at
          ORDER BY l.id LIMIT 1) AS "auditHash"
      FROM moderation_decisions s
      WHERE s.decided_at >= ${span.from} AND s.decided_at < ${span.to}`,
    statement: ({ class: code }) => ({
      rule: ruleText('en', code as RemovalReason),
      decidedBy: 'a person of the team',
      contestWithinDays: config.APPEAL_DAYS,
    }),
  });

/**
 * What was taken down and labelled in the span, and what became of it since; without the reason's
 * words. An empty label: the decision before was taken back.
 */
export const decisionRecords = (ctx: Ctx, span: Span): ArchiveFile[] => {
  const { db } = ctx;
  const { from, to } = span;
  return [
    csvFile<TakedownRecord>('records/takedowns.csv', COLUMNS, (after, limit) =>
      sql<TakedownRecord>`
      SELECT id, target_kind AS "targetKind", target_id AS "targetId", origin,
        origin_id AS "originId", code,
        decided_at AS "decidedAt", erased_at AS "erasedAt", restored_at AS "restoredAt"
      FROM moderation_decisions WHERE id > ${after}::uuid AND decided_at >= ${from}
        AND decided_at < ${to}
      ORDER BY id LIMIT ${limit}`.execute(db),
    ),
    csvFile<LabelRecord>('records/ai-labels.csv', LABEL_COLUMNS, (after, limit) =>
      sql<LabelRecord>`
      SELECT id, target_kind AS "targetKind", target_id AS "targetId", label,
        label_before AS "labelBefore",
        decided_at AS "decidedAt", overturned_at AS "overturnedAt"
      FROM ai_decisions WHERE id > ${after}::uuid AND decided_at >= ${from} AND decided_at < ${to}
      ORDER BY id LIMIT ${limit}`.execute(db),
    ),
    takedownSamples(ctx, span),
  ];
};
