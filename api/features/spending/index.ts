// What other features and the composition root may use of limits that fans set for themselves.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { spendingHandlers } from './routes.ts';
import { eraseLimitsOf, exportLimitsOf } from './spend-limits.ts';

export { checkPayment, checkSpendLimits, hasLimits, spendable } from './spend-limits.ts';

/** Limits that fans set to their spending. */
export const spending = defineFeature({
  name: 'spending',
  texts,
  handlers: spendingHandlers,
  personalData: [
    {
      text: 'data.limits',
      tables: ['spend_limits'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseLimitsOf],
    },
  ],
  exporters: [exportLimitsOf],
});
