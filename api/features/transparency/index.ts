// What other features and the composition root may use of the transparency figures.
import { defineFeature } from '../../feature.ts';
import { transparencyHandlers } from './routes.ts';

export { lastMonthAt, monthOf, spanOfMonth } from './rules.ts';
export { figuresCsv, figuresOfMonth, monthsOf } from './view-month.ts';

/** How content and people were decided about, by month. */
export const transparency = defineFeature({ name: 'transparency', handlers: transparencyHandlers });
