// How a post's status follows the work on its media: a pure step of the state machine.
import type { MediaStep } from '../../media/index.ts';
import type { PostStatus } from '../store.ts';

/** The way of a post with all kinds of media. It only ever goes forward, whatever the order in which its media move. */
const WAY: readonly PostStatus[] = [
  'created', 'queue', 'processing', 'temporary_processing', 'temporary_processed', 'transcoding', 'watermarking', 'watermarked', 'replicating', 'processed',
];

/** Reached by the post when all of its media have. */
const TOGETHER: ReadonlySet<MediaStep> = new Set(['watermarked', 'replicating', 'processed']);

/**
 * The status after one media took a step, while `unfinished` others are still in work. The last ones are reached
 * together: a post is processed when all of its media are. `error` is final.
 */
export const nextStatus = (current: PostStatus, step: MediaStep, unfinished: number): PostStatus => {
  if (current === 'error' || current === 'processed') return current;
  if (step === 'error') return 'error';
  if (TOGETHER.has(step) && unfinished > 0) return current;
  return WAY.indexOf(step) > WAY.indexOf(current) ? step : current;
};
