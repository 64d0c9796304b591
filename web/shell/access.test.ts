// Who may open what: the redirects of specification section 2, row by row.
import { describe, expect, test } from 'vitest';
import { redirectOf } from './access.ts';
import type { User } from './session/session.ts';

const person = (profile: { producer: boolean; activeCam: boolean }) => ({ profile }) as User;
const member = person({ producer: false, activeCam: false });
const waiting = person({ producer: false, activeCam: true });
const producer = person({ producer: true, activeCam: true });

const OPEN = ['/', ':username', '*', 'account/login', 'account/register', 'account/password', 'account/forgot', 'account/reset', 'account/terms', 'account/privacy', 'account/cookies', 'account/remove', 'account/request', 'account/google', 'performer'];
const CLOSED = ['bank', 'chats', 'earnings', 'help', 'live', 'options', 'posts', 'posts/vault', 'posts/calendar', 'wallet', 'account/contract', 'settings/edit-profile', 'settings/sessions', 'dsb/producer/:token?'];

describe('a visitor', () => {
  test.each(OPEN)('may open %s', (pattern) => expect(redirectOf(pattern, null)).toBeNull());
  test.each(CLOSED)('is sent home from %s', (pattern) => expect(redirectOf(pattern, null)).toBe('/'));
});

const STUDIO = ['posts', 'posts/vault', 'posts/calendar', 'earnings', 'bank', 'options', 'options/plan', 'settings/geoblocking', 'settings/performers'];

test.each([...OPEN, ...CLOSED])('producers may open %s', (pattern) => expect(redirectOf(pattern, producer)).toBeNull());
test.each([...OPEN, ...CLOSED].filter((pattern) => !STUDIO.includes(pattern)))('members may open %s', (pattern) => expect(redirectOf(pattern, member)).toBeNull());
test.each(STUDIO)('members are sent home from the studio: %s', (pattern) => expect(redirectOf(pattern, member)).toBe('/'));

describe('a producer who waits for approval', () => {
  test.each(['/', 'settings/edit-profile', 'settings/change-password', 'help', 'account/confirm', 'account/age', 'performer'])('may open %s', (pattern) => expect(redirectOf(pattern, waiting)).toBeNull());
  test.each([':username', 'wallet', 'posts', 'live', 'account/terms'])('is sent home from %s', (pattern) => expect(redirectOf(pattern, waiting)).toBe('/'));
});
