// The kinds of open work in words, and the page where a case of each is decided.
import type { OpenWorkKind } from '@camarim/contract/features/dsb';
import { m } from '../../paraglide/messages.js';
import { itemAnchor } from '../dsb/index.ts';
import type { Todo, TodoItem } from './queries.ts';

type Queue = {
  /** Names of the queue and of one item. */
  text: () => string;
  one: () => string;
  /** The page of the whole queue. */
  to: string;
};

export const WORK_QUEUES: Record<OpenWorkKind, Queue> = {
  producerRequest: {
    text: m.dsb_work_producer_request,
    one: m.todo_one_producer_request,
    to: '/dsb/verifications?kind=producer',
  },
  ageCheck: {
    text: m.dsb_work_age_check,
    one: m.todo_one_age_check,
    to: '/dsb/verifications?kind=age',
  },
  performerCheck: {
    text: m.dsb_work_performer_check,
    one: m.todo_one_performer_check,
    to: '/dsb/verifications?kind=performer',
  },
  report: { text: m.dsb_work_report, one: m.todo_one_report, to: '/dsb/reports' },
  removalRequest: {
    text: m.dsb_work_removal_request,
    one: m.todo_one_removal_request,
    to: '/dsb/removals',
  },
  appeal: { text: m.dsb_work_appeal, one: m.todo_one_appeal, to: '/dsb/help' },
  helpTicket: { text: m.dsb_work_help_ticket, one: m.todo_one_help_ticket, to: '/dsb/help' },
  refundRequest: {
    text: m.dsb_work_refund_request,
    one: m.todo_one_refund_request,
    to: '/dsb/help',
  },
  paymentReview: {
    text: m.dsb_work_payment_review,
    one: m.todo_one_payment_review,
    to: '/dsb/transactions',
  },
  dispute: { text: m.dsb_work_dispute, one: m.todo_one_dispute, to: '/dsb/transactions' },
  fraudAlert: { text: m.dsb_work_fraud_alert, one: m.todo_one_fraud_alert, to: '/dsb/fraud' },
  cashOut: { text: m.dsb_work_cash_out, one: m.todo_one_cash_out, to: '/dsb/transactions' },
  disputedOrder: {
    text: m.dsb_work_disputed_order,
    one: m.todo_one_disputed_order,
    to: '/dsb/orders',
  },
  statementDifference: {
    text: m.dsb_work_statement_difference,
    one: m.todo_one_statement_difference,
    to: '/dsb/transactions',
  },
  failedMedia: {
    text: m.dsb_work_failed_media,
    one: m.todo_one_failed_media,
    to: '/dsb/medias?state=failed',
  },
  contentReview: {
    text: m.dsb_work_content_review,
    one: m.todo_one_content_review,
    to: '/dsb/reviews',
  },
};

/** How many cases wait on a page; all of them on the page of the whole queue. */
export const waitingAt = (counts: Todo['counts'], path: string): number =>
  counts
    .filter(({ kind }) => path === '/dsb/todo' || WORK_QUEUES[kind].to.split('?')[0] === path)
    .reduce((sum, { waiting }) => sum + waiting, 0);

/** A producer's request has a page of its own; other cases are cards of their queue's page. */
export const pageOf = ({ kind, id, about }: TodoItem): string =>
  kind === 'producerRequest' && about
    ? `${WORK_QUEUES[kind].to}&id=${about.id}`
    : `${WORK_QUEUES[kind].to}#${itemAnchor(id)}`;
