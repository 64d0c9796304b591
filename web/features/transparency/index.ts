// What other features may use of the transparency figures.
export { monthName, monthOptions } from './months.ts';
export { monthQuery } from './queries.ts';
