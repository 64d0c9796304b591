// Every value of the charts by day, and the posts of the period.
import { m } from '../../../paraglide/messages.js';
import { formatCount, formatDay, formatMoney } from '../../../ui/display/formats.ts';
import type { Statistics } from '../queries.ts';
import { formatKind, KIND_TEXTS, KINDS } from './KindCard.tsx';
import styles from './statistics.module.css';

export const DaysTable = ({ days }: { days: Statistics['days'] }) => (
  // A scrollable region must be reachable by keyboard.
  <div className={styles.scroll} tabIndex={0} role="region" aria-label={m.statistics_by_day()}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{m.earned_day()}</th>
          {KINDS.map((kind) => (
            <th key={kind} scope="col">
              {KIND_TEXTS[kind]()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">{formatDay(`${day.day}T15:00:00Z`)}</th>
            {KINDS.map((kind) => (
              <td key={kind}>{day[kind] === 0 ? '–' : formatKind(kind, day[kind])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const HOUR_S = 3_600;
const MINUTE_S = 60;

/** "2 h 05 min"; less than an hour in minutes and seconds. */
export const watchedText = (seconds: number): string => {
  const [hours, minutes] = [
    Math.floor(seconds / HOUR_S),
    Math.floor((seconds % HOUR_S) / MINUTE_S),
  ];
  if (hours > 0) return `${formatCount(hours)} h ${String(minutes).padStart(2, '0')} min`;
  const rest = seconds % MINUTE_S;
  return minutes > 0 ? `${minutes} min ${String(rest).padStart(2, '0')} s` : `${rest} s`;
};

export const PostsTable = ({ posts }: { posts: Statistics['posts'] }) => (
  <div className={styles.scroll} tabIndex={0} role="region" aria-label={m.statistics_by_post()}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{m.statistics_post()}</th>
          <th scope="col">{m.statistics_views()}</th>
          <th scope="col">{m.statistics_unlocks()}</th>
          <th scope="col">{m.statistics_earned()}</th>
          <th scope="col">{m.statistics_likes()}</th>
          <th scope="col">{m.statistics_comments()}</th>
          <th scope="col">{m.statistics_watched()}</th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <tr key={post.id}>
            <th scope="row" className={styles.post}>
              {post.text || m.earned_item_post_untitled()}{' '}
              <span className={styles.soft}>{formatDay(post.publishedAt)}</span>
            </th>
            <td>{formatCount(post.views)}</td>
            <td>{formatCount(post.unlocks)}</td>
            <td>{formatMoney(post.earned)}</td>
            <td>{formatCount(post.likes)}</td>
            <td>{formatCount(post.comments)}</td>
            <td>{post.watchedSeconds === null ? '–' : watchedText(post.watchedSeconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
