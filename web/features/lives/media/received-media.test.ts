// When a watched show counts as lost, and when its network as slow.
import { expect, test } from 'vitest';
import { followMedia } from './received-media.ts';

/** What arrives in a second. */
type Second = { frames: number; keyframes: number; packets: number };
const WHOLE: Second = { frames: 20, keyframes: 0, packets: 50 };
const SOUND: Second = { frames: 0, keyframes: 0, packets: 50 };
const KEYFRAME: Second = { frames: 1, keyframes: 1, packets: 50 };
const NOTHING: Second = { frames: 0, keyframes: 0, packets: 0 };
const times = (count: number, one: Second): Second[] => Array.from({ length: count }, () => one);
/** The engine sends a key frame every four seconds. */
const reduced = (seconds: number): Second[] =>
  Array.from({ length: seconds }, (_, n) => (n % 4 === 0 ? KEYFRAME : SOUND));

const after = (seconds: Second[]) => {
  const follow = followMedia(0);
  const total = { frames: 0, keyframes: 0, packets: 0 };
  let state = { isLively: true, isReduced: false };
  seconds.forEach((second, n) => {
    total.frames += second.frames;
    total.keyframes += second.keyframes;
    total.packets += second.packets;
    state = follow(total, (n + 1) * 1_000);
  });
  return state;
};

test.each([
  ['all of it', times(20, WHOLE), { isLively: true, isReduced: false }],
  ['nothing for two seconds', [...times(9, WHOLE), ...times(2, NOTHING)], { isLively: false }],
  [
    'sound alone for 19 seconds, as before the first key frame on a slow network',
    [...times(9, WHOLE), ...times(19, SOUND)],
    { isLively: true },
  ],
  ['sound alone for 20 seconds', [...times(9, WHOLE), ...times(20, SOUND)], { isLively: false }],
  ['key frames only for 16 s', [...times(9, WHOLE), ...reduced(16)], { isReduced: true }],
  [
    'key frames only, and sound alone for 15 s, as where one is lost',
    [...times(9, WHOLE), ...reduced(12), ...times(15, SOUND)],
    { isLively: true, isReduced: true },
  ],
  [
    'key frames only, and nothing for two seconds',
    [...times(9, WHOLE), ...reduced(16), ...times(5, NOTHING)],
    { isLively: false },
  ],
  [
    'key frames only, and all of it again',
    [...times(9, WHOLE), ...reduced(16), WHOLE],
    { isLively: true, isReduced: false },
  ],
  [
    'a program whose frames are key frames',
    times(20, { frames: 20, keyframes: 20, packets: 50 }),
    { isReduced: false },
  ],
  [
    'a browser that does not count key frames',
    times(20, { frames: 1, keyframes: NaN, packets: 50 }),
    { isReduced: false },
  ],
])('a connection that got %s', (_what, seconds, expected) => {
  expect(after(seconds)).toMatchObject(expected);
});
