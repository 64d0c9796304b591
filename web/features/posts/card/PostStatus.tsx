// For the owner: how far the work on a post's pictures has come. Read out when it moves.
import { CircleAlert } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import type { Post } from '../post-cache.ts';
import styles from './PostCard.module.css';

/** What each status says, and how far along it is, of 100. */
const STEPS: Partial<Record<Post['status'], [say: () => string, percent: number]>> = {
  created: [m.post_status_created, 8],
  queue: [m.post_status_queue, 15],
  processing: [m.post_status_processing, 45],
  temporary_processing: [m.post_status_processing, 45],
  temporary_processed: [m.post_status_processing, 60],
  transcoding: [m.post_status_processing, 60],
  replicating: [m.post_status_processing, 70],
  watermarking: [m.post_status_watermarking, 80],
  watermarked: [m.post_status_watermarking, 92],
};

export const PostStatus = ({ post }: { post: Post }) => {
  if (post.status === 'processed') return null;
  if (post.status === 'error') {
    return (
      <p className={styles.failed} role="status">
        <CircleAlert aria-hidden />
        {m.post_status_error()}
      </p>
    );
  }
  const [say, percent] = STEPS[post.status] ?? [m.post_status_processing, 50];
  return (
    <div className={styles.status} role="status">
      <p>{say()}</p>
      <ProgressBar label={say()} value={percent} max={100} />
    </div>
  );
};
