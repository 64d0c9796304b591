// What the composition root may use of help.
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { exportTicketsOf } from './export-store.ts';
import { appealFigures, appealRecords } from './figures-store.ts';
import { defineHelpJobs, QUESTION_DAYS } from './jobs.ts';
import { helpHandlers } from './routes.ts';
import {
  answeredQuestions,
  answeredRefundRequests,
  decidedAppeals,
  markUndone,
  OPEN_APPEALS,
  OPEN_QUESTIONS,
  OPEN_REFUND_REQUESTS,
} from './store.ts';
import { eraseTicketsOf } from './tickets.ts';

/** Tickets that people write to the administrators. */
export const help = defineFeature({
  name: 'help',
  emails,
  texts,
  services: () => ({ appealTookEffect: markUndone }),
  handlers: helpHandlers,
  figures: appealFigures,
  records: appealRecords,
  jobs: defineHelpJobs,
  openWork: [
    { kind: 'appeal', cases: OPEN_APPEALS },
    { kind: 'helpTicket', cases: OPEN_QUESTIONS },
    { kind: 'refundRequest', cases: OPEN_REFUND_REQUESTS },
  ],
  dayCounts: [answeredQuestions, answeredRefundRequests, decidedAppeals],
  personalData: [
    {
      text: 'data.tickets',
      tables: ['help_tickets'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseTicketsOf],
    },
    {
      text: 'data.questions',
      tables: ['help_tickets'],
      ground: 'contract',
      removal: 'kept',
      basis: 'claims',
      days: QUESTION_DAYS,
    },
  ],
  exporters: [exportTicketsOf],
});
