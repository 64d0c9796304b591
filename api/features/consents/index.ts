// What the composition root and other features may use of consents.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { defineConsentsJobs } from './jobs.ts';
import { exportRefundsOf } from './store.ts';

export { compareWithWithdrawals } from './copies.ts';

/**
 * What follows a withdrawal of consent: its copies are hidden, and its buyers get their money back.
 */
export const consents = defineFeature({
  name: 'consents',
  texts,
  jobs: defineConsentsJobs,
  exporters: [exportRefundsOf],
  personalData: [
    {
      text: 'data.consents',
      tables: ['consent_entries'],
      ground: 'law',
      removal: 'kept',
      basis: 'consent',
      days: null,
    },
    {
      text: 'data.consentRefunds',
      tables: ['consent_refunds'],
      ground: 'law',
      removal: 'kept',
      basis: 'accounts',
      days: null,
    },
  ],
});
