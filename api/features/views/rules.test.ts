// Who is counted, and what address is a profile's.
import { expect, test } from 'vitest';
import { hashViewer, isProgram, profileNameIn } from './rules.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', false],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1 Mobile Safari/604.1', false],
  ['Mozilla/5.0 (compatible; Googlebot/2.1)', true],
  ['facebookexternalhit/1.1', true],
  ['curl/8.5', true],
  ['', true],
])('the user agent "%s" is a program: %s', (agent, program) =>
  expect(isProgram(agent)).toBe(program),
);

test.each([
  ['/iris', 'iris'],
  ['/iris?tab=about', 'iris'],
  ['/iris.data', 'iris.data'],
  ['/', null],
  ['/settings/notes', null],
  ['/_x', null],
])('the address %s is the page of %s', (url, name) => expect(profileNameIn(url)).toBe(name));

test('the hash of a viewer is another one with the salt of another day', () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(hashViewer(one, 'a')).toEqual(hashViewer(one, 'a'));
  expect(hashViewer(one, 'a')).not.toEqual(hashViewer(other, 'a'));
  expect(hashViewer(one, 'a')).toHaveLength(16);
});
