// What other features and the composition root may use of limits that fans set for themselves.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { spendingHandlers } from './routes.ts';
import { eraseLimitsOf, exportLimitsOf } from './spend-limits.ts';

export { hasLimits, checkSpendLimits, spendable } from './spend-limits.ts';

/** Limits that fans set to their spending. */
export const spending = defineFeature({
  name: 'spending',
  texts,
  handlers: spendingHandlers,
  erasers: [eraseLimitsOf],
  exporters: [exportLimitsOf],
});
