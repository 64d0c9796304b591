// How a post's status follows the work on its media: a pure step of the state machine.
import type { MediaStep } from '../../media/index.ts';
import type { PostStatus } from '../store.ts';

/**
 * The statuses in order. A post only goes forward, in whatever order its media advance.
 */
const STATUS_ORDER: readonly PostStatus[] = [
  'created',
  'queue',
  'processing',
  'temporary_processing',
  'temporary_processed',
  'transcoding',
  'watermarking',
  'watermarked',
  'replicating',
  'processed',
];

/** Reached by the post when all of its media have. */
const REACHED_TOGETHER: ReadonlySet<MediaStep> = new Set([
  'watermarked',
  'replicating',
  'processed',
]);

/** The other media of the post. */
export type OtherMedias = { unfinished: number; failed: number };

/**
 * The status after one media took a step. The last ones are reached together: a post is processed
 * when all of its media are. It leaves `error` only when the last of its failed media is retried.
 */
export const nextStatus = (
  current: PostStatus,
  step: Exclude<MediaStep, 'trailer' | 'trailerFailed'>,
  { unfinished, failed }: OtherMedias,
): PostStatus => {
  if (current === 'error' && step === 'queue' && failed === 0) return 'queue';
  if (current === 'error' || current === 'processed') return current;
  if (step === 'error') return 'error';
  if (REACHED_TOGETHER.has(step) && unfinished > 0) return current;
  return STATUS_ORDER.indexOf(step) > STATUS_ORDER.indexOf(current) ? step : current;
};
