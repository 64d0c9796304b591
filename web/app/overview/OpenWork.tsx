// The work that waits, the longest waiting first, with links to where it is decided.
import type { OpenWorkKind } from '@camarim/contract/features/dsb';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { formatCount } from '../../ui/display/formats.ts';
import { TimeAgo } from '../../ui/display/TimeAgo.tsx';
import type { Overview } from './queries.ts';
import styles from './overview.module.css';

const QUEUES: Record<OpenWorkKind, { text: () => string; to: string }> = {
  producerRequest: { text: m.dsb_work_producer_request, to: '/dsb/verifications?kind=producer' },
  ageCheck: { text: m.dsb_work_age_check, to: '/dsb/verifications?kind=age' },
  performerCheck: { text: m.dsb_work_performer_check, to: '/dsb/verifications?kind=performer' },
  report: { text: m.dsb_work_report, to: '/dsb/reports' },
  appeal: { text: m.dsb_work_appeal, to: '/dsb/help' },
  helpTicket: { text: m.dsb_work_help_ticket, to: '/dsb/help' },
  paymentReview: { text: m.dsb_work_payment_review, to: '/dsb/transactions' },
  cashOut: { text: m.dsb_work_cash_out, to: '/dsb/transactions' },
  disputedOrder: { text: m.dsb_work_disputed_order, to: '/dsb/orders' },
  statementDifference: { text: m.dsb_work_statement_difference, to: '/dsb/transactions' },
  failedMedia: { text: m.dsb_work_failed_media, to: '/dsb/medias?state=failed' },
  liveFrame: { text: m.dsb_work_live_frame, to: '/dsb/lives' },
};

export const OpenWork = ({ work }: { work: Overview['openWork'] }) => {
  const waiting = work.filter(({ waiting: count }) => count > 0);
  if (waiting.length === 0) return <p className={styles.soft}>{m.dsb_work_none()}</p>;
  return (
    <ul className={styles.work}>
      {waiting.map(({ kind, waiting: count, oldestAt }) => (
        <li key={kind}>
          <Link to={QUEUES[kind].to} className={styles.queue}>
            <span className={styles.count}>{formatCount(count)}</span>
            <span className={styles.name}>
              {QUEUES[kind].text()}
              {oldestAt && (
                <span className={styles.soft}>
                  {m.dsb_work_oldest()} <TimeAgo at={oldestAt} />
                </span>
              )}
            </span>
            <ChevronRight aria-hidden className={styles.arrow} />
          </Link>
        </li>
      ))}
    </ul>
  );
};
