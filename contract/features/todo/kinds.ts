// What each kind of open work asks for: the right that decides it, and the time that it may take.
import type { StaffRight } from '../../staff.ts';
import type { OpenWorkKind } from '../dsb.ts';

/** How long a claim keeps others away, unless it is renewed. */
export const CLAIM_MINUTES = 15;

/**
 * What a kind's cases are decided with, and how long one may wait, unless the case itself has a
 * deadline, as reports, disputes and payments under review do.
 */
export const WORK_KINDS: Record<OpenWorkKind, { right: StaffRight; dueHours: number }> = {
  producerRequest: { right: 'identity.decide', dueHours: 72 },
  ageCheck: { right: 'identity.decide', dueHours: 24 },
  performerCheck: { right: 'identity.decide', dueHours: 72 },
  report: { right: 'content.decide', dueHours: 48 },
  removalRequest: { right: 'content.decide', dueHours: 48 },
  appeal: { right: 'content.decide', dueHours: 168 },
  helpTicket: { right: 'help.decide', dueHours: 48 },
  refundRequest: { right: 'help.decide', dueHours: 48 },
  paymentReview: { right: 'money.decide', dueHours: 72 },
  dispute: { right: 'money.decide', dueHours: 168 },
  fraudAlert: { right: 'money.decide', dueHours: 24 },
  cashOut: { right: 'money.decide', dueHours: 24 },
  disputedOrder: { right: 'orders.decide', dueHours: 72 },
  statementDifference: { right: 'money.decide', dueHours: 72 },
  failedMedia: { right: 'content.decide', dueHours: 24 },
  contentReview: { right: 'content.decide', dueHours: 24 },
};
