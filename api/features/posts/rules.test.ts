// The whole table: audience x price x who is looking, written out by hand.
import { describe, expect, test } from 'vitest';
import { stageOf, visibilityOf } from './rules.ts';
import type { PostTerms, Standing } from './rules.ts';

const visitor: Standing = {
  signedIn: false,
  owner: false,
  hidden: false,
  follower: false,
  subscriber: false,
  buyer: false,
  sellsPlan: false,
};
const member: Standing = { ...visitor, signedIn: true };
const people = {
  visitor,
  member,
  follower: { ...member, follower: true },
  subscriber: { ...member, subscriber: true },
  buyer: { ...member, buyer: true },
  owner: { ...member, owner: true },
} satisfies Record<string, Standing>;

/** "full", "hidden", "price +text", "members", "login". */
const words = (terms: PostTerms, standing: Standing): string => {
  const visibility = visibilityOf(terms, standing);
  if (visibility.sight !== 'locked') return visibility.sight;
  return `${visibility.reason}${visibility.textShown ? ' +text' : ''}`;
};
const row = (terms: PostTerms, sellsPlan: boolean): string[] =>
  Object.values(people).map((standing) => words(terms, { ...standing, sellsPlan }));

const published = (audience: PostTerms['audience'], priceCentavos: number | null): PostTerms => ({
  audience,
  priceCentavos,
  hasMedia: true,
  stage: 'published',
  withheld: false,
});

describe('a published post, seen by visitor, member, follower, subscriber, buyer and owner', () => {
  test.each([
    {
      post: published('public', null),
      sellsPlan: false,
      seen: ['full', 'full', 'full', 'full', 'full', 'full'],
    },
    {
      post: published('public', null),
      sellsPlan: true,
      seen: ['full', 'full', 'full', 'full', 'full', 'full'],
    },
    {
      post: published('public', 500),
      sellsPlan: false,
      seen: ['price +text', 'price +text', 'price +text', 'price +text', 'full', 'full'],
    },
    {
      post: published('public', 500),
      sellsPlan: true,
      seen: ['price +text', 'price +text', 'price +text', 'price +text', 'full', 'full'],
    },
    {
      post: published('members', null),
      sellsPlan: false,
      seen: ['login', 'members', 'full', 'full', 'full', 'full'],
    },
    {
      post: published('members', null),
      sellsPlan: true,
      seen: ['members', 'members', 'members', 'full', 'full', 'full'],
    },
    {
      post: published('members', 500),
      sellsPlan: false,
      seen: ['login', 'members', 'price +text', 'price +text', 'full', 'full'],
    },
    {
      post: published('members', 500),
      sellsPlan: true,
      seen: ['members', 'members', 'members', 'price +text', 'full', 'full'],
    },
  ])(
    '$post.audience, price $post.priceCentavos, plan sold $sellsPlan: $seen',
    ({ post, sellsPlan, seen }) => {
      expect(row(post, sellsPlan)).toEqual(seen);
    },
  );
});

test('a priced post of text alone shows no text: it is what is sold', () => {
  const post = { ...published('public', 500), hasMedia: false };
  expect(row(post, false)).toEqual(['price', 'price', 'price', 'price', 'full', 'full']);
});

describe('posts that are not on show', () => {
  test.each(['published', 'withdrawn', 'unpublished'] as const)(
    'withheld, and %s otherwise: the owner alone, whoever bought it',
    (stage) => {
      expect(row({ ...published('public', null), stage, withheld: true }, false)).toEqual([
        'hidden',
        'hidden',
        'hidden',
        'hidden',
        'hidden',
        'full',
      ]);
    },
  );
  test('withheld and deleted: nobody at all', () => {
    expect(row({ ...published('public', null), stage: 'deleted', withheld: true }, false)).toEqual(
      Array.from({ length: 6 }, () => 'hidden'),
    );
  });
  test('unpublished: the owner alone', () => {
    expect(row({ ...published('public', null), stage: 'unpublished' }, false)).toEqual([
      'hidden',
      'hidden',
      'hidden',
      'hidden',
      'hidden',
      'full',
    ]);
  });
  test('suspended: the owner alone', () => {
    expect(row({ ...published('public', null), stage: 'suspended' }, false)).toEqual([
      'hidden',
      'hidden',
      'hidden',
      'hidden',
      'hidden',
      'full',
    ]);
  });
  test('deleted: those who bought it alone', () => {
    expect(row({ ...published('public', 500), stage: 'deleted' }, false)).toEqual([
      'hidden',
      'hidden',
      'hidden',
      'hidden',
      'full',
      'hidden',
    ]);
  });
  test('withdrawn: the owner and those who bought it', () => {
    expect(row({ ...published('public', 500), stage: 'withdrawn' }, false)).toEqual([
      'hidden',
      'hidden',
      'hidden',
      'hidden',
      'full',
      'full',
    ]);
  });
});

describe('a block between viewer and owner', () => {
  test.each(['member', 'follower', 'subscriber', 'buyer'] as const)(
    'hides everything from a %s',
    (name) => {
      for (const audience of ['public', 'members'] as const) {
        for (const price of [null, 500])
          expect(words(published(audience, price), { ...people[name], hidden: true })).toBe(
            'hidden',
          );
      }
    },
  );
});

describe('the stage of a post', () => {
  const now = new Date('2026-01-15T12:00:00Z');
  const before = new Date('2026-01-15T11:59:59Z');
  const after = new Date('2026-01-15T12:00:01Z');
  const post = {
    playable_at: before,
    start_when: before,
    expires_at: null,
    archived_at: null,
    deleted_at: null,
    owner_suspended: false,
  };
  test.each([
    ['published', post],
    ['published', { ...post, start_when: now }],
    ['unpublished', { ...post, start_when: after }],
    ['unpublished', { ...post, playable_at: null }],
    ['published', { ...post, expires_at: after }],
    ['withdrawn', { ...post, expires_at: now }],
    ['withdrawn', { ...post, archived_at: before }],
    ['deleted', { ...post, deleted_at: before, owner_suspended: true }],
    ['suspended', { ...post, owner_suspended: true }],
  ] as const)('is %s', (stage, facts) => {
    expect(stageOf(facts, now)).toBe(stage);
  });
});
