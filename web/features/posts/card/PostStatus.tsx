// For the owner: the progress of media processing, announced to screen readers, and why the post is
// hidden from others.
import {
  Archive,
  CalendarClock,
  CircleAlert,
  Clapperboard,
  FilePen,
  ScanEye,
  UserRoundX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useTimeZone } from '../../../client/session/session.ts';
import { formatMoment } from '../../../ui/display/formats.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { useNow } from '../../../ui/display/use-now.ts';
import { ReviewNotice } from '../../reviews/index.ts';
import type { Post } from '../post-cache.ts';
import styles from './PostCard.module.css';

/** Label and progress (in percent) of each status. */
const STEPS: Partial<Record<Post['status'], [say: () => string, percent: number]>> = {
  created: [m.post_status_created, 8],
  queue: [m.post_status_queue, 15],
  processing: [m.post_status_processing, 20],
  temporary_processing: [m.post_status_processing, 20],
  temporary_processed: [m.post_status_processing, 25],
  transcoding: [m.post_status_processing, 25],
  replicating: [m.post_status_processing, 92],
  watermarking: [m.post_status_watermarking, 80],
  watermarked: [m.post_status_watermarking, 92],
};

/** The share of video and audio encoding in the whole progress, measured by the server. */
const ENCODING_SHARE = 0.65;

const encodedPercent = ({ medias }: Post): number => {
  const parts = medias.map(({ status, progress }) =>
    status === 'processed' ? 100 : (progress ?? 0),
  );
  return parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length);
};

const percentOf = (post: Post, reached: number): number =>
  post.status === 'transcoding' || post.status === 'temporary_processed'
    ? reached + ENCODING_SHARE * encodedPercent(post)
    : reached;

export default function PostStatus({ post }: { post: Post }) {
  if (post.withheld) return <Withheld cause={post.withheldFor ?? 'performer'} />;
  if (post.status === 'processed' && post.review) return <InReview review={post.review} />;
  if (post.status === 'processed')
    return (
      <>
        <Schedule post={post} />
        <TrailerToCome post={post} />
      </>
    );
  if (post.status === 'error') {
    return (
      <p className={styles.failed} role="status">
        <CircleAlert aria-hidden />
        {m.post_status_error()}
      </p>
    );
  }
  const [say, reached] = STEPS[post.status] ?? [m.post_status_processing, 50];
  return (
    <div className={styles.status} role="status">
      <p>{say()}</p>
      <ProgressBar label={say()} value={percentOf(post, reached)} max={100} />
    </div>
  );
}

type Cause = NonNullable<Post['withheldFor']>;

const CAUSES: Record<Cause, () => string> = {
  performer: m.post_withheld,
  report: m.post_withheld_report,
  decision: m.post_withheld_decision,
  removal: m.post_withheld_removal,
};

const Withheld = ({ cause }: { cause: Cause }) => (
  <p className={styles.failed} role="status">
    <UserRoundX aria-hidden />
    {CAUSES[cause]()}
  </p>
);

/** No other viewer sees it until the team has decided. */
const InReview = ({ review }: { review: NonNullable<Post['review']> }) => (
  <div className={review.state === 'refused' ? styles.failed : styles.waiting} role="status">
    {review.state === 'refused' ? <CircleAlert aria-hidden /> : <ScanEye aria-hidden />}
    <ReviewNotice review={review} />
  </div>
);

/** Until it is cut others see nothing of the video. */
const TrailerToCome = ({ post: { medias } }: { post: Post }) => {
  const free = medias.find((media) => media.free);
  if (!free?.trailerSeconds || free.trailer !== null) return null;
  if (free.trailerFailed)
    return (
      <p className={styles.failed} role="status">
        <CircleAlert aria-hidden />
        {m.free_preview_failed()}
      </p>
    );
  return (
    <p className={styles.waiting} role="status">
      <Clapperboard aria-hidden />
      {m.free_preview_pending()}
    </p>
  );
};

/** A processed post that is not visible yet, or only for a limited time. */
const Schedule = ({
  post: { draft, archived, createdAt, startWhen, expiration },
}: {
  post: Post;
}) => {
  // The shared clock may lag behind a post that was published a moment ago.
  const now = Math.max(useNow(60_000), Date.parse(createdAt));
  const timeZone = useTimeZone();
  const line = (icon: ReactNode, text: string) => (
    <p className={styles.waiting}>
      {icon}
      {text}
    </p>
  );
  if (archived) return line(<Archive aria-hidden />, m.studio_is_archived());
  if (draft) return line(<FilePen aria-hidden />, m.studio_is_draft());
  if (Date.parse(startWhen) > now)
    return line(
      <CalendarClock aria-hidden />,
      m.studio_starts({ date: formatMoment(startWhen, timeZone) }),
    );
  if (!expiration) return null;
  return line(
    <CalendarClock aria-hidden />,
    Date.parse(expiration) > now
      ? m.studio_ends({ date: formatMoment(expiration, timeZone) })
      : m.studio_ended({ date: formatMoment(expiration, timeZone) }),
  );
};
