// How a post's status follows the work on its media: a pure step of the state machine.
import type { MediaStep } from '../../media/index.ts';
import type { PostStatus } from '../store.ts';

/** The way of a post with pictures. It only ever goes forward, whatever the order in which its media move. */
const WAY: readonly PostStatus[] = ['created', 'queue', 'processing', 'watermarking', 'watermarked', 'processed'];

/**
 * The status after one media took a step, while `unfinished` others are still in work. The last two are reached
 * together: a post is watermarked, and processed, when all of its media are. `error` is final.
 */
export const nextStatus = (current: PostStatus, step: MediaStep, unfinished: number): PostStatus => {
  if (current === 'error' || current === 'processed') return current;
  if (step === 'error') return 'error';
  if ((step === 'watermarked' || step === 'processed') && unfinished > 0) return current;
  return WAY.indexOf(step) > WAY.indexOf(current) ? step : current;
};
