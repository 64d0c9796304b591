// Which content is reviewed, as a table of modes and of what is known about the producer.
import { expect, test } from 'vitest';
import type { ReviewMode } from '@camarim/contract/features/reviews/reasons';
import { DAY_MS } from '@camarim/contract/time';
import { builtInSettings, causeOf, isNew, type ProducerRecord } from './rules.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const SETTINGS = { ...builtInSettings(true), samplePercent: 10, newDays: 30, newItems: 5 };

const OLD: ProducerRecord = { approvedAt: daysAgo(90), published: 40, strikes: 0 };
const NEW_BY_DAYS: ProducerRecord = { ...OLD, approvedAt: daysAgo(29) };
const NEW_BY_ITEMS: ProducerRecord = { ...OLD, published: 4 };
const STRUCK: ProducerRecord = { ...OLD, strikes: 1 };

test.each<[ReviewMode, string, ProducerRecord, number, string | null]>([
  ['off', 'a new producer', NEW_BY_DAYS, 0, null],
  ['off', 'one with a strike', STRUCK, 0, null],
  ['newProducers', 'a producer of 29 days', NEW_BY_DAYS, 0.99, 'newProducer'],
  ['newProducers', 'one with 4 publications', NEW_BY_ITEMS, 0.99, 'newProducer'],
  ['newProducers', 'one with a strike', STRUCK, 0.99, 'strikes'],
  ['newProducers', 'any other', OLD, 0, null],
  ['sample', 'a new producer', NEW_BY_DAYS, 0.99, 'newProducer'],
  ['sample', 'one with a strike', STRUCK, 0.99, 'strikes'],
  ['sample', 'a publication that was drawn', OLD, 0.0999, 'sample'],
  ['sample', 'one that was not drawn', OLD, 0.1, null],
  ['all', 'any producer', OLD, 0.99, 'all'],
])(
  'the cause of a review in the mode %s, for %s, is as in the table',
  (mode, _who, record, draw, cause) => {
    const settings = {
      ...SETTINGS,
      posts: mode,
      broadcasts: 'off' as const,
      profileImages: 'off' as const,
    };
    expect(causeOf(settings, 'post', record, { draw, now: NOW })).toBe(cause);
    for (const kind of ['broadcast', 'avatar', 'cover'] as const)
      expect(causeOf(settings, kind, record, { draw, now: NOW })).toBe(null);
    const images = { ...settings, posts: 'off' as const, profileImages: mode, lives: mode };
    for (const kind of ['avatar', 'cover', 'frames'] as const)
      expect(causeOf(images, kind, record, { draw, now: NOW })).toBe(cause);
  },
);

test('a producer who was approved by a command is new by publications only', () => {
  expect(isNew({ approvedAt: null, published: 4, strikes: 0 }, SETTINGS, NOW)).toBe(true);
  expect(isNew({ approvedAt: null, published: 5, strikes: 0 }, SETTINGS, NOW)).toBe(false);
  expect(isNew(OLD, { newDays: 0, newItems: 0 }, NOW)).toBe(false);
});

test('new producers are reviewed in production unless the operator decides otherwise', () => {
  expect(builtInSettings(true)).toMatchObject({
    posts: 'newProducers',
    broadcasts: 'newProducers',
    profileImages: 'newProducers',
    lives: 'all',
  });
  expect(builtInSettings(false)).toMatchObject({ posts: 'off', broadcasts: 'off' });
});
