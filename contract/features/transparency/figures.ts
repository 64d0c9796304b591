// /publics/transparency: how content and people were decided about in a month, for everyone: DSA
// articles 15 and 24, ECA Digital article 31, Visa's integrity rules.
import { z } from 'zod';
import { route } from '../../route.ts';
import { FIGURE_MIN, FIGURE_SUBJECTS } from './subjects.ts';

/** A month of São Paulo. */
export const monthSchema = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/);

const FIGURES_MAX = 500;

const query = z.object({
  month: monthSchema.optional().meta({
    description: 'YYYY-MM, a month that is over; the last one unless said',
  }),
});

const figure = z
  .object({
    subject: z.enum(FIGURE_SUBJECTS),
    by: z.string().meta({ description: 'the property that the cases are counted by' }),
    within: z
      .string()
      .nullable()
      .meta({ description: 'the value of the coarser property that this one is a part of' }),
    key: z.string().meta({ description: 'the value of the property' }),
    count: z
      .int()
      .min(FIGURE_MIN)
      .nullable()
      .meta({
        description: `null: withheld, because it is below ${FIGURE_MIN} or would reveal one that is`,
      }),
    medianHours: z
      .number()
      .nullable()
      .meta({ description: 'from receipt to decision; null where nothing is decided' }),
  })
  .meta({ id: 'TransparencyFigure' });

export const transparencyRoutes = {
  'GET /publics/transparency': route({
    id: 'transparency.month',
    summary:
      'Figures of a month: reports, decisions with their reasons and times, withholdings, removal requests, appeals, checks of age and identity',
    auth: 'public',
    query,
    reply: z.object({
      month: monthSchema.nullable().meta({ description: 'null: no month is over yet' }),
      firstMonth: monthSchema.nullable(),
      lastMonth: monthSchema.nullable(),
      figures: z.array(figure).max(FIGURES_MAX),
    }),
    perMinute: 60,
  }),
  'GET /publics/transparency/export': route({
    id: 'transparency.exportMonth',
    summary: 'The same as a CSV file',
    auth: 'public',
    query,
    reply: z.null(),
    file: 'text/csv',
    perMinute: 20,
  }),
};
