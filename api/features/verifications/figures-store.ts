// Checks of ages and identities, and what performers answered, for the transparency figures.
import { type RawBuilder, sql } from 'kysely';
import { dayOf } from '../../platform/clock/days.ts';
import {
  facets,
  type FigureCase,
  type FigureSource,
  hoursBetween,
  type Span,
} from '../../platform/database/figures.ts';

const checked = (
  check: string,
  { table, since, decided, result }: Record<'table' | 'since' | 'decided' | 'result', string>,
  { from, to }: Span,
): RawBuilder<FigureCase> => sql`
  SELECT 1 AS cases, ${hoursBetween(since, decided)} AS hours, ${facets(
    ['check', sql`${sql.lit(check)}`],
    ['result', sql`${sql.ref(result)}`, sql`${sql.lit(check)}`],
  )} AS facets
  FROM ${sql.table(table)} WHERE ${sql.ref(decided)} >= ${from} AND ${sql.ref(decided)} < ${to}`;

const REQUEST = { since: 'requested_at', decided: 'decided_at', result: 'stage' };
const PERFORMER = { since: 'created_at', decided: 'reviewed_at', result: 'review' };

export const verificationFigures: readonly FigureSource[] = [
  {
    subject: 'ageTries',
    cases: ({ from, to }) => sql`
      SELECT a.count AS cases, NULL::float8 AS hours, ${facets(['outcome', sql`a.outcome`], ['method', sql`a.method`])} AS facets
      FROM age_counts a WHERE a.day >= ${dayOf(from)}::date AND a.day < ${dayOf(to)}::date AND a.outcome <> 'begun'`,
  },
  {
    subject: 'identityChecks',
    cases: (span) => sql`
      ${checked('age', { table: 'age_requests', ...REQUEST }, span)}
      UNION ALL ${checked('producer', { table: 'producer_requests', ...REQUEST }, span)}
      UNION ALL ${checked('performer', { table: 'performers', ...PERFORMER }, span)}`,
  },
  {
    subject: 'performerAnswers',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, NULL::float8 AS hours, ${facets(['answer', sql`a.answer`])} AS facets
      FROM performer_answers a WHERE a.answered_at >= ${from} AND a.answered_at < ${to}`,
  },
];
