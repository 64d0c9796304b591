// What the composition root may use of reports.
export { reportsHandlers } from './routes.ts';
