// What other features and the composition root may use of limits that fans set for themselves.
export { spendingHandlers } from './routes.ts';
export { eraseLimitsOf, exportLimitsOf, hasLimits, keepWithinLimits } from './spend-limits.ts';
