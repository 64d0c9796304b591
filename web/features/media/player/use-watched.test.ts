// A stopwatch of playing: only time that a video plays, in whole seconds, and none twice.
import { expect, test } from 'vitest';
import { createStopwatch } from './use-watched.ts';

test('only the time between start and stop is reported, once, and parts of a second are kept', () => {
  let now = 0;
  const watch = createStopwatch(() => now);
  now = 5_000;
  watch.start();
  now = 8_400;
  expect(watch.take()).toBe(3);
  now = 9_000;
  watch.stop();
  now = 60_000;
  expect(watch.take()).toBe(1);
  watch.start();
  watch.start();
  now = 62_000;
  expect(watch.take()).toBe(2);
  expect(watch.take()).toBe(0);
});
