// Which decisions of administrators a member may appeal, with a help ticket about the decision.
import type { AdminAction } from '../../platform/audit/audit.ts';

/** In the audit log, about the member's profile. */
export const APPEALABLE: readonly AdminAction[] = [
  'report.upheld',
  'review.refused',
  'removal.granted',
  'producer.suspended',
  'producer.rejected',
  'order.settled',
  'order.refunded',
];
