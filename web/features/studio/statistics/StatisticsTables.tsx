// Every value of the charts by day, and the posts of the period.
import { HOUR_SECONDS } from '@camarim/contract/time';
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

const MINUTE_S = 60;

/** "2 h 05 min"; less than an hour in minutes and seconds. */
const watchedText = (seconds: number): string => {
  const [hours, minutes] = [
    Math.floor(seconds / HOUR_SECONDS),
    Math.floor((seconds % HOUR_SECONDS) / MINUTE_S),
  ];
  if (hours > 0) return `${formatCount(hours)} h ${String(minutes).padStart(2, '0')} min`;
  const rest = seconds % MINUTE_S;
  return minutes > 0 ? `${minutes} min ${String(rest).padStart(2, '0')} s` : `${rest} s`;
};

type Post = Statistics['posts'][number];

const COLUMNS: readonly { name: () => string; value: (post: Post) => string }[] = [
  { name: m.statistics_views, value: ({ views }) => formatCount(views) },
  { name: m.statistics_unlocks, value: ({ unlocks }) => formatCount(unlocks) },
  { name: m.statistics_earned, value: ({ earned }) => formatMoney(earned) },
  { name: m.statistics_likes, value: ({ likes }) => formatCount(likes) },
  { name: m.statistics_comments, value: ({ comments }) => formatCount(comments) },
  {
    name: m.statistics_watched,
    value: ({ watchedSeconds }) => (watchedSeconds === null ? '–' : watchedText(watchedSeconds)),
  },
];

/**
 * A table where there is room for it, else a card for each post; a table to screen readers anyway.
 */
export const PostsTable = ({ posts }: { posts: readonly Post[] }) => (
  <div className={styles.posts}>
    <table className={styles.postsTable}>
      <caption className="visually-hidden">{m.statistics_by_post()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.statistics_post()}</th>
          {COLUMNS.map(({ name }) => (
            <th key={name()} scope="col">
              {name()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <tr key={post.id}>
            <th scope="row">
              {post.text || m.earned_item_post_untitled()}
              <span className={styles.day}>{formatDay(post.publishedAt)}</span>
            </th>
            {COLUMNS.map(({ name, value }) => (
              <td key={name()}>
                <span aria-hidden className={styles.label}>
                  {name()}
                </span>
                {value(post)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
