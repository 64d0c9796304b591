// The post's way through its statuses, driven by its media in every order.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextStatus } from './next-status.ts';
import type { PostStatus } from '../store.ts';

const ALONE = { unfinished: 0, failed: 0 };
const STEPS = ['processing', 'watermarking', 'watermarked', 'processed'] as const;
const VIDEO = [
  'processing',
  'temporary_processing',
  'temporary_processed',
  'transcoding',
  'watermarked',
  'replicating',
  'processed',
] as const;
const WAY: PostStatus[] = ['queue', 'processing', 'watermarking', 'watermarked', 'processed'];

test('one image takes its post through every status of an image', () => {
  const seen: PostStatus[] = ['queue'];
  for (const step of STEPS) seen.push(nextStatus(seen.at(-1) ?? 'queue', step, ALONE));
  expect(seen).toEqual(WAY);
});

test('a video takes its post through the first phase and the encoding', () => {
  const seen: PostStatus[] = ['queue'];
  for (const step of VIDEO) seen.push(nextStatus(seen.at(-1) ?? 'queue', step, ALONE));
  expect(seen).toEqual(['queue', ...VIDEO]);
});

test('a post with several images never goes back and is processed exactly at the last step', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
      (count, choices) => {
        const taken = Array.from({ length: count }, () => 0);
        let status: PostStatus = 'queue';
        for (let turn = 0; taken.some((steps) => steps < STEPS.length); turn += 1) {
          const open = taken.flatMap((steps, index) => (steps < STEPS.length ? [index] : []));
          const media = open[(choices[turn % choices.length] ?? 0) % open.length] ?? 0;
          const step = STEPS[taken[media] ?? 0] ?? 'processed';
          taken[media] = (taken[media] ?? 0) + 1;
          const unfinished = taken.filter(
            (steps, index) => index !== media && steps < STEPS.length,
          ).length;
          const next = nextStatus(status, step, { unfinished, failed: 0 });
          expect(WAY.indexOf(next)).toBeGreaterThanOrEqual(WAY.indexOf(status));
          status = next;
          expect(status === 'processed').toBe(taken.every((steps) => steps === STEPS.length));
        }
      },
    ),
  );
});

test('one failed media fails the post, and a processed post stays processed', () => {
  expect(nextStatus('watermarking', 'error', { unfinished: 3, failed: 0 })).toBe('error');
  for (const step of STEPS) expect(nextStatus('error', step, ALONE)).toBe('error');
  for (const step of [...STEPS, 'error'] as const)
    expect(nextStatus('processed', step, ALONE)).toBe('processed');
});

test('a failed post continues when the last of its failed media is retried', () => {
  expect(nextStatus('error', 'queue', { unfinished: 0, failed: 1 })).toBe('error');
  expect(nextStatus('error', 'queue', { unfinished: 1, failed: 0 })).toBe('queue');
  for (const current of ['processing', 'replicating', 'processed'] as const)
    expect(nextStatus(current, 'queue', ALONE)).toBe(current);
});
