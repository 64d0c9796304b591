// The whole table: audience x price x the viewer's relation, written out by hand.
import { describe, expect, test } from 'vitest';
import { openFreePreview, stageOf, resolveAccess } from './rules.ts';
import type { FreePreview, PostStage, PostTerms, ViewerRelation } from './rules.ts';

const visitor: ViewerRelation = {
  signedIn: false,
  owner: false,
  hidden: false,
  follower: false,
  subscriber: false,
  buyer: false,
  sellsPlan: false,
};
const member: ViewerRelation = { ...visitor, signedIn: true };
const people = {
  visitor,
  member,
  follower: { ...member, follower: true },
  subscriber: { ...member, subscriber: true },
  buyer: { ...member, buyer: true },
  owner: { ...member, owner: true },
} satisfies Record<string, ViewerRelation>;

/** "full", "none", "price +text", "members", "login". */
const accessText = (terms: PostTerms, relation: ViewerRelation): string => {
  const access = resolveAccess(terms, relation);
  if (access.level !== 'preview') return access.level;
  return `${access.reason}${access.textShown ? ' +text' : ''}`;
};
const row = (terms: PostTerms, sellsPlan: boolean): string[] =>
  Object.values(people).map((relation) => accessText(terms, { ...relation, sellsPlan }));

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

test('the text of a priced post without media is hidden, because it is what is sold', () => {
  const post = { ...published('public', 500), hasMedia: false };
  expect(row(post, false)).toEqual(['price', 'price', 'price', 'price', 'full', 'full']);
});

describe('access to a post that is not published', () => {
  test.each(['published', 'withdrawn', 'unpublished'] as const)(
    'a withheld and otherwise %s post is open to its owner only, not to buyers',
    (stage) => {
      expect(row({ ...published('public', null), stage, withheld: true }, false)).toEqual([
        'none',
        'none',
        'none',
        'none',
        'none',
        'full',
      ]);
    },
  );
  test('a withheld and deleted post is open to no viewer', () => {
    expect(row({ ...published('public', null), stage: 'deleted', withheld: true }, false)).toEqual(
      Array.from({ length: 6 }, () => 'none'),
    );
  });
  test('an unpublished post is open to its owner only', () => {
    expect(row({ ...published('public', null), stage: 'unpublished' }, false)).toEqual([
      'none',
      'none',
      'none',
      'none',
      'none',
      'full',
    ]);
  });
  test('a post of a suspended profile is open to its owner only', () => {
    expect(row({ ...published('public', null), stage: 'suspended' }, false)).toEqual([
      'none',
      'none',
      'none',
      'none',
      'none',
      'full',
    ]);
  });
  test('a deleted post is open to its buyers only', () => {
    expect(row({ ...published('public', 500), stage: 'deleted' }, false)).toEqual([
      'none',
      'none',
      'none',
      'none',
      'full',
      'none',
    ]);
  });
  test('a withdrawn post is open to its owner and buyers', () => {
    expect(row({ ...published('public', 500), stage: 'withdrawn' }, false)).toEqual([
      'none',
      'none',
      'none',
      'none',
      'full',
      'full',
    ]);
  });
});

describe('a block between the viewer and the owner', () => {
  test.each(['member', 'follower', 'subscriber', 'buyer'] as const)(
    'a block between the viewer and the owner hides every post from a %s',
    (name) => {
      for (const audience of ['public', 'members'] as const) {
        for (const price of [null, 500])
          expect(accessText(published(audience, price), { ...people[name], hidden: true })).toBe(
            'none',
          );
      }
    },
  );
});

describe('the lifecycle stage of a post', () => {
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
  ] as const)('the lifecycle stage of a post is %s', (stage, facts) => {
    expect(stageOf(facts, now)).toBe(stage);
  });
});

describe('the free preview of a priced post, seen by visitor, member, follower, subscriber, buyer and owner', () => {
  const trailer = { trailerSeconds: 10 };
  const freeText = (
    relation: ViewerRelation,
    free: FreePreview | null,
    stage: PostStage,
  ): string => {
    const terms = { ...published('public', 500), stage };
    const access = openFreePreview(resolveAccess(terms, relation), free, stage);
    const trailers = 'trailerSeconds' in access ? ` +${access.trailerSeconds?.join()}s` : '';
    return `${access.level === 'full' ? access.reason : access.level}${trailers}`;
  };
  test.each<[string, FreePreview | null, PostStage, string]>([
    ['none', null, 'published', 'preview preview preview preview purchase owner'],
    ['a picture', 'picture', 'published', 'open open open open open owner'],
    [
      'a trailer',
      trailer,
      'published',
      'preview +10s,preview +10s,preview +10s,preview +10s,purchase,owner',
    ],
    ['a picture of a withdrawn post', 'picture', 'withdrawn', 'none none none none purchase owner'],
    ['a trailer of a withdrawn post', trailer, 'withdrawn', 'none none none none purchase owner'],
    [
      'a picture of an unpublished post',
      'picture',
      'unpublished',
      'none none none none none owner',
    ],
  ])('%s is shown to those whom the table names', (_, free, stage, seen) => {
    const texts = Object.values(people).map((relation) => freeText(relation, free, stage));
    expect(texts.join(seen.includes(',') ? ',' : ' ')).toBe(seen);
  });

  test('a picture of a hidden or withheld post is shown to no other person', () => {
    const hidden = { ...member, hidden: true };
    expect(freeText(hidden, 'picture', 'published')).toBe('none');
    const withheld = { ...published('public', 500), withheld: true };
    const access = resolveAccess(withheld, member);
    expect(openFreePreview(access, 'picture', 'published').level).toBe('none');
  });
});
