// The order of the grounds and what several answers amount to, as tables without a database.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { describe, expect, test } from 'vitest';
import type { Requester } from '../../platform/http/viewer.ts';
import { NOWHERE } from '../../platform/http/place.ts';
import type { Ctx } from '../../context.ts';
import { type Access, combineAccess, NO_ACCESS } from './access.ts';
import { createMediaAccess, MEDIA_GROUNDS, type MediaGround } from './media-access.ts';

const ANSWERS = {
  open: { level: 'full', reason: 'open' },
  bought: { level: 'full', reason: 'purchase' },
  owner: { level: 'full', reason: 'owner' },
  review: { level: 'full', reason: 'review' },
  preview: { level: 'preview', reason: 'price' },
  withheld: { level: 'none', reason: 'withheld' },
  none: NO_ACCESS,
} satisfies Record<string, Access>;
type Answer = keyof typeof ANSWERS;
const nameOf = (access: Access): string =>
  Object.entries(ANSWERS).find(
    ([, { level, reason }]) => level === access.level && reason === access.reason,
  )?.[0] ?? '?';

describe('several answers about one thing', () => {
  test.each<{ given: Answer[]; result: Answer }>([
    { given: [], result: 'none' },
    { given: ['none', 'preview'], result: 'preview' },
    { given: ['preview', 'bought'], result: 'bought' },
    { given: ['bought', 'open'], result: 'open' },
    { given: ['owner', 'preview'], result: 'owner' },
    { given: ['open', 'withheld'], result: 'withheld' },
    { given: ['bought', 'withheld', 'preview'], result: 'withheld' },
  ])('$given amount to $result, in any order', ({ given, result }) => {
    const answers = given.map((name) => ANSWERS[name]);
    expect(nameOf(combineAccess(answers))).toBe(result);
    expect(nameOf(combineAccess(answers.toReversed()))).toBe(result);
  });
});

test('several previews open the trailers of each, and full access needs none', () => {
  const of = (...trailerSeconds: number[]): Access => ({ ...ANSWERS.preview, trailerSeconds });
  expect(combineAccess([ANSWERS.preview, of(5), of(10, 5)])).toEqual(of(5, 10));
  expect(combineAccess([of(5), ANSWERS.open])).toEqual(ANSWERS.open);
  expect(combineAccess([ANSWERS.preview])).toEqual(ANSWERS.preview);
});

const OWNER = '00000000-0000-7000-8000-000000000001' as ProfileId;
const OTHER = '00000000-0000-7000-8000-000000000002' as ProfileId;
const requester = (profileId: ProfileId | null): Requester => ({ profileId, place: NOWHERE });
const media = (purpose: 'post' | 'avatar' = 'post') => ({
  id: '00000000-0000-7000-8000-000000000003' as MediaId,
  purpose,
  owner_id: OWNER,
});

type GroundAnswers = Partial<Record<MediaGround, Answer>>;
/** The decision, and the grounds that were asked for it. */
const decide = async (given: GroundAnswers, profileId: ProfileId | null, purpose?: 'avatar') => {
  const asked: MediaGround[] = [];
  const sources = Object.entries(given).map(([ground, answer]) => ({
    ground: ground as MediaGround,
    purposes: ['post'] as const,
    accessTo: async () => {
      asked.push(ground as MediaGround);
      return ANSWERS[answer];
    },
  }));
  const accessTo = createMediaAccess({} as Ctx, sources.toReversed());
  return { access: nameOf(await accessTo(media(purpose), requester(profileId))), asked };
};

describe('the grounds of access to a media', () => {
  test('the grounds of access to a media are publication, ownership and review, in this order, with reasons', () => {
    expect(MEDIA_GROUNDS.map(({ ground }) => ground)).toEqual([
      'publication',
      'ownership',
      'review',
    ]);
    for (const { because } of MEDIA_GROUNDS) expect(because).toMatch(/^[A-Z].*\.$/);
  });

  test.each<[string, GroundAnswers, ProfileId, Answer, MediaGround[]]>([
    [
      'end with the publication of an open post',
      { publication: 'open', review: 'review' },
      OTHER,
      'open',
      ['publication'],
    ],
    [
      'leave a buyer who reviews a buyer',
      { publication: 'bought', review: 'review' },
      OTHER,
      'bought',
      ['publication'],
    ],
    [
      'open a locked post to its reviewer',
      { publication: 'preview', review: 'review' },
      OTHER,
      'review',
      ['publication', 'review'],
    ],
    [
      'leave a preview where no report is open',
      { publication: 'preview', review: 'none' },
      OTHER,
      'preview',
      ['publication', 'review'],
    ],
    [
      'ask nothing about ownership for other people',
      { publication: 'none', ownership: 'owner', review: 'none' },
      OTHER,
      'none',
      ['publication', 'review'],
    ],
    [
      'open to its owner what is in no post',
      { publication: 'none', ownership: 'owner', review: 'none' },
      OWNER,
      'owner',
      ['publication', 'ownership'],
    ],
    [
      'ask nothing about ownership of withheld media',
      { publication: 'withheld', ownership: 'owner', review: 'none' },
      OWNER,
      'withheld',
      ['publication', 'review'],
    ],
    [
      'open withheld media to their reviewer',
      { publication: 'withheld', review: 'review' },
      OTHER,
      'review',
      ['publication', 'review'],
    ],
    ['refuse media without any source', {}, OTHER, 'none', []],
  ])('the sources of media access %s', async (_, given, by, access, asked) => {
    expect(await decide(given, by)).toEqual({ access, asked });
  });

  test('the grounds of access to a media do not open media of other people to visitors', async () => {
    expect(await decide({ ownership: 'owner' }, null)).toEqual({ access: 'none', asked: [] });
  });

  test('the grounds of access to a media are asked only for media with a purpose of the source', async () => {
    expect(await decide({ publication: 'open' }, OTHER, 'avatar')).toEqual({
      access: 'none',
      asked: [],
    });
  });
});
