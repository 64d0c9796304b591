// Reports that were filed and decided, for the transparency figures and the monthly pack.
import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { type ArchiveFile, csvFile } from '../../platform/archive/archive.ts';
import { sampleFile } from '../../platform/archive/samples.ts';
import type { DayCountSource } from '../../platform/days/day-counts.ts';
import {
  facets,
  type FigureSource,
  hoursBetween,
  type Span,
} from '../../platform/database/figures.ts';
import { CLASSES } from './rules.ts';

const CLASS = sql<string>`CASE r.reason ${sql.join(
  Object.entries(CLASSES).map(
    ([reason, name]) => sql`WHEN ${sql.lit(reason)} THEN ${sql.lit(name)}`,
  ),
  sql` `,
)} END`;
/** An account that is removed since counts as none. */
const SOURCE = sql<string>`CASE WHEN r.reporter_id IS NULL THEN 'visitor' ELSE 'member' END`;

export const reportFigures: readonly FigureSource[] = [
  {
    subject: 'reportsReceived',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, NULL::float8 AS hours,
        ${facets(['class', CLASS], ['source', SOURCE])} AS facets
      FROM reports r WHERE r.created_at >= ${from} AND r.created_at < ${to}`,
  },
  {
    subject: 'reportsDecided',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, ${hoursBetween('r.created_at', 'r.decided_at')} AS hours, ${facets(
        ['class', CLASS],
        ['reason', sql`r.reason`, CLASS],
        ['outcome', sql`r.outcome`],
        ['inTime', sql`CASE WHEN r.decided_at <= r.due_at THEN 'inTime' ELSE 'late' END`],
      )} AS facets
      FROM reports r WHERE r.decided_at >= ${from} AND r.decided_at < ${to}`,
  },
];

/** Reports that were decided, by class, because the law gives each another time. */
export const decidedReports: DayCountSource = ({ from, to }) => sql`
  SELECT 'report' AS figure, ${CLASS} AS part,
    ${hoursBetween('r.created_at', 'r.decided_at')} AS hours, 1 AS cases
  FROM reports r WHERE r.decided_at >= ${from} AND r.decided_at < ${to}`;

type ReportRecord = Record<(typeof COLUMNS)[number], unknown> & { id: string };
const COLUMNS = [
  'id',
  'targetKind',
  'targetId',
  'class',
  'reason',
  'source',
  'receivedAt',
  'dueAt',
  'decidedAt',
  'outcome',
  'withheldAt',
  'evidenceSha256',
] as const;

/** Some refused reports of each reason, with why; nothing of the person who reported. */
const dismissedSamples = ({ db, config }: Ctx, span: Span): ArchiveFile =>
  sampleFile(db, {
    path: 'samples/dismissed-reports.json',
    span,
    cases: sql`
      SELECT s.id, s.reason AS class, s.target_kind AS "targetKind",
        s.target_id AS "targetId", s.created_at AS "receivedAt", s.due_at AS "dueAt",
        (SELECT min(w.withheld_at) FROM withholdings w WHERE w.cause = 'report'
          AND w.cause_id = s.id) AS "withheldAt",
        s.decided_at AS "decidedAt",
        (SELECT min(t.created_at) FROM help_tickets t WHERE t.report_id = s.id) AS "contestedAt",
        encode(sha256(s.sealed_evidence), 'hex') AS "evidenceSha256"
      FROM reports s WHERE s.outcome = 'dismissed'
        AND s.decided_at >= ${span.from} AND s.decided_at < ${span.to}`,
    statement: () => ({
      decidedBy: 'a person of the team',
      contestWithinDays: config.APPEAL_DAYS,
    }),
  });

/**
 * Reports that were received or decided in the span; of sealed evidence the hash. With samples of
 * refused ones.
 */
export const reportRecords = (ctx: Ctx, span: Span): ArchiveFile[] => {
  const { db } = ctx;
  const { from, to } = span;
  return [
    csvFile<ReportRecord>('records/reports.csv', COLUMNS, (after, limit) =>
      sql<ReportRecord>`
      SELECT r.id, r.target_kind AS "targetKind", r.target_id AS "targetId", ${CLASS} AS class,
        r.reason, ${SOURCE} AS source,
        r.created_at AS "receivedAt", r.due_at AS "dueAt", r.decided_at AS "decidedAt", r.outcome,
        (SELECT min(w.withheld_at) FROM withholdings w WHERE w.cause = 'report'
          AND w.cause_id = r.id) AS "withheldAt",
        encode(sha256(r.sealed_evidence), 'hex') AS "evidenceSha256"
      FROM reports r WHERE r.id > ${after}::uuid
        AND ((r.created_at >= ${from} AND r.created_at < ${to}) OR (r.decided_at >= ${from}
          AND r.decided_at < ${to}))
      ORDER BY r.id LIMIT ${limit}`.execute(db),
    ),
    dismissedSamples(ctx, span),
  ];
};
