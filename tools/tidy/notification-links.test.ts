// Notifications lead to pages that exist.
import { expect, test } from 'vitest';
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { NOTIFICATION_TYPES } from '../../contract/features/notifications/kinds.ts';
import { pathOf } from '../../api/features/notifications/link.ts';
import { PAGES } from '../../web/app/pages.ts';

/** An address without parameters comes before a profile of that name. */
const fits = (pattern: string, path: string): boolean => {
  const parts = path.split('/');
  const wanted = pattern.split('/').filter((part, index) => !part.endsWith('?') || parts[index]);
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => part.startsWith(':') || part === parts[index])
  );
};

const FIXED = new Set(PAGES.map(([path]) => path.split('/')[1]));

const NOTHING = { from: null, fromId: null, postId: null, postOwner: null };

test.each(NOTIFICATION_TYPES)('the notification %s leads to a page', (type) => {
  const target = {
    from: 'irisveludo',
    fromId: 'iris' as ProfileId,
    postId: 'p1' as PostId,
    postOwner: 'irisveludo',
  };
  for (const known of [target, NOTHING]) {
    const link = pathOf({ type, ...known });
    if (link === null) continue;
    const { pathname } = new URL(link, 'http://localhost');
    const first = pathname.split('/')[1];
    const patterns = PAGES.map(([path]) => path).filter(
      (path) => !(FIXED.has(first) && path.startsWith('/:')),
    );
    expect(
      patterns.some((pattern) => fits(pattern, pathname)),
      link,
    ).toBe(true);
  }
});

test('the notification of a show that began leads to the show', () => {
  expect(pathOf({ ...NOTHING, type: 'liveStarted', from: 'irisveludo' })).toBe('/irisveludo/live');
});
