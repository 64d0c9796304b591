// The work that waits, the longest waiting first, with links to where it is decided.
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { WORK_QUEUES } from '../../features/todo/index.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/display/formats.ts';
import { TimeAgo } from '../../ui/display/TimeAgo.tsx';
import type { Overview } from './queries.ts';
import styles from './overview.module.css';

export const OpenWork = ({ work }: { work: Overview['openWork'] }) => {
  const waiting = work.filter(({ waiting: count }) => count > 0);
  if (waiting.length === 0) return <p className={styles.soft}>{m.dsb_work_none()}</p>;
  return (
    <ul className={styles.work}>
      {waiting.map(({ kind, waiting: count, oldestAt }) => (
        <li key={kind}>
          <Link to={WORK_QUEUES[kind].to} className={styles.queue}>
            <span className={styles.count}>{formatNumber(count)}</span>
            <span className={styles.name}>
              {count === 1 ? WORK_QUEUES[kind].one() : WORK_QUEUES[kind].text()}
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

/**
 * Places whose visitors see nothing, because the rule of the place asks for what no verifier gives.
 */
export const ClosedAgePlaces = ({ count }: { count: number }) =>
  count > 0 && (
    <Link to="/dsb/age-settings" className={styles.queue}>
      <TriangleAlert aria-hidden />
      <span className={styles.count}>{formatNumber(count)}</span>
      <span className={styles.name}>{m.dsb_work_age_place()}</span>
      <ChevronRight aria-hidden className={styles.arrow} />
    </Link>
  );
