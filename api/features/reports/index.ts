// What the composition root may use of reports.
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { exportReportsOf } from './export-store.ts';
import { decidedReports, reportFigures, reportRecords } from './figures-store.ts';
import { eraseReportsOf } from './file-report.ts';
import { defineReportsJobs } from './jobs.ts';
import { reportsHandlers } from './routes.ts';
import { OPEN_REPORTS } from './store.ts';
import { mediaAccess } from './view-reports.ts';

export { overturnDismissal } from './decide-report.ts';
export { emailDeciders, momentIn, type OpenCase, remindDue } from './remind.ts';
export { dueAtOf, referenceOf } from './rules.ts';
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
  dayCounts: [decidedReports],
  records: reportRecords,
  openWork: [{ kind: 'report', cases: OPEN_REPORTS }],
  personalData: [
    {
      text: 'data.reports',
      tables: ['reports'],
      ground: 'claims',
      removal: 'blanked',
      by: [eraseReportsOf],
    },
    {
      text: 'data.reportEvidence',
      tables: ['reports'],
      ground: 'claims',
      removal: 'kept',
      basis: 'decisions',
      days: 'APPEAL_DAYS',
    },
  ],
  exporters: [exportReportsOf],
});
