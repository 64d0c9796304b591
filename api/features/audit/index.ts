// What the composition root may use of the audit log's pages.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { staffFigures } from './figures-store.ts';
import { auditRecords } from './records.ts';
import { auditHandlers } from './routes.ts';

/**
 * The log of administrators as they search, export and check it; it is written by platform/audit.
 */
export const audit = defineFeature({
  name: 'audit',
  texts,
  handlers: auditHandlers,
  figures: staffFigures,
  records: auditRecords,
  personalData: [
    {
      text: 'data.acts',
      tables: ['admin_log'],
      ground: 'law',
      removal: 'kept',
      basis: 'decisions',
      days: null,
    },
  ],
});
