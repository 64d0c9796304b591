// The widths that a browser is offered.
import { expect, test } from 'vitest';
import { srcSetOf } from './src-set.ts';

const ADDRESSES = { mdThumb: '/md', lgThumb: '/lg' };

test.each([
  ['a wide picture', 4_000, 3_000, '/md 480w, /lg 1280w'],
  ['an upright picture', 3_000, 4_000, '/md 360w, /lg 960w'],
  ['a picture that is smaller than its largest rendition', 600, 900, '/md 320w, /lg 600w'],
  ['a picture of unknown size', null, null, '/md 480w, /lg 1280w'],
])('the renditions of %s are offered with their widths', (_, width, height, srcSet) => {
  expect(srcSetOf({ ...ADDRESSES, width, height })).toBe(srcSet);
});

test('a picture without renditions offers none', () => {
  expect(srcSetOf({ mdThumb: null, lgThumb: '/lg', width: 10, height: 10 })).toBeUndefined();
});
