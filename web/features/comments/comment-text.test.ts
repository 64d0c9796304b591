// The rules of a comment's text.
import { describe, expect, it } from 'vitest';
import { isSendable, normalizeComment } from './comment-text.ts';

describe('a comment', () => {
  it.each([
    ['', false],
    ['   ', false],
    ['\n\n\n', false],
    ['oi', true],
    ['a'.repeat(250), true],
    ['a'.repeat(251), false],
    [`${'a'.repeat(250)}   `, true],
  ])('the comment %j may be sent: %s', (text, sendable) => expect(isSendable(text)).toBe(sendable));

  it.each([
    [' oi ', 'oi'],
    ['a\n\nb', 'a\n\nb'],
    ['a\n\n\nb', 'a\nb'],
    ['a\r\n\r\n\r\n\r\nb', 'a\nb'],
  ])('the comment %j is sent as %j', (text, sent) => expect(normalizeComment(text)).toBe(sent));
});
