// Content that was removed, and labels of AI that were decided, for the transparency figures and
// the monthly pack.
import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { type ArchiveFile, csvFile } from '../../platform/archive/archive.ts';
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
 * What was taken down and labelled in the span, and what became of it since; without the reason's
 * words. An empty label: the decision before was taken back.
 */
export const decisionRecords = ({ db }: Ctx, { from, to }: Span): ArchiveFile[] => [
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
];
