// What the composition root may use of reports.
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { exportReportsOf } from './export-store.ts';
import { reportFigures, reportRecords } from './figures-store.ts';
import { eraseReportsOf } from './file-report.ts';
import { defineReportsJobs } from './jobs.ts';
import { reportsHandlers } from './routes.ts';
import { OPEN_REPORTS } from './store.ts';
import { mediaAccess } from './view-reports.ts';

export { overturnDismissal } from './decide-report.ts';
export { momentIn } from './notify.ts';
export { dueAtOf, referenceOf, remindersDue } from './rules.ts';
export { type InvolvedReport, reportsInvolving } from './involving-store.ts';

/** Reports of content, and decisions on them. */
export const reports = defineFeature({
  name: 'reports',
  emails,
  texts,
  handlers: reportsHandlers,
  jobs: defineReportsJobs,
  mediaAccess: [mediaAccess],
  figures: reportFigures,
  records: reportRecords,
  openWork: [{ kind: 'report', cases: OPEN_REPORTS }],
  erasers: [eraseReportsOf],
  exporters: [exportReportsOf],
});
