// What other features and the app may use of reports.
export { reportsDialogs } from './dialogs.ts';
export { REPORT_REASONS, REPORT_TARGETS } from './reasons.ts';
