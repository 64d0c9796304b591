// What other features and the composition root may use of limits that fans set for themselves.
export { spendingHandlers } from './routes.ts';
export { eraseLimitsOf, exportLimitsOf, hasLimits, checkSpendLimits } from './spend-limits.ts';
