// What the composition root may use of reports.
export { exportReportsOf } from './export-store.ts';
export { eraseReportsOf } from './file-report.ts';
export { reportsHandlers } from './routes.ts';
export { mediaAccess } from './view-reports.ts';
