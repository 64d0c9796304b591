// Which content is reviewed before its publication: pure rules.
import type {
  ReviewCause,
  ReviewKind,
  ReviewMode,
} from '@camarim/contract/features/reviews/reasons';
import type { ReviewSettings } from '@camarim/contract/features/reviews';
import { DAY_MS } from '@camarim/contract/time';

/** What is known about a producer when they publish. */
export type ProducerRecord = {
  /** Null: approved without a request, by an operator's command. */
  approvedAt: Date | null;
  /** Posts and mass messages that others saw. */
  published: number;
  /** Strikes that count now. */
  strikes: number;
};

export const isNew = (
  { approvedAt, published }: ProducerRecord,
  { newDays, newItems }: Pick<ReviewSettings, 'newDays' | 'newItems'>,
  now: Date,
): boolean =>
  published < newItems ||
  (approvedAt !== null && now.getTime() - approvedAt.getTime() < newDays * DAY_MS);

const SETTING_OF = {
  post: 'posts',
  broadcast: 'broadcasts',
  automation: 'broadcasts',
  welcome: 'broadcasts',
  avatar: 'profileImages',
  cover: 'profileImages',
  frames: 'lives',
} as const satisfies Record<ReviewKind, keyof ReviewSettings>;

export const modeFor = (settings: ReviewSettings, kind: ReviewKind): ReviewMode =>
  settings[SETTING_OF[kind]];

/**
 * Why it is reviewed; null: it is not. `draw` is a number from 0 up to 1, drawn for this
 * publication, so that no author knows before which ones are sampled.
 */
export const causeOf = (
  settings: ReviewSettings,
  kind: ReviewKind,
  record: ProducerRecord,
  { draw, now }: { draw: number; now: Date },
): ReviewCause | null => {
  const mode = modeFor(settings, kind);
  if (mode === 'off') return null;
  if (mode === 'all') return 'all';
  if (record.strikes > 0) return 'strikes';
  if (isNew(record, settings, now)) return 'newProducer';
  return mode === 'sample' && draw * 100 < settings.samplePercent ? 'sample' : null;
};

/**
 * The built-in settings: card schemes demand a review before publication, so a production
 * installation holds what new producers and those with a strike publish, and has all frames of
 * shows reviewed.
 */
export const builtInSettings = (production: boolean): ReviewSettings => ({
  posts: production ? 'newProducers' : 'off',
  broadcasts: production ? 'newProducers' : 'off',
  profileImages: production ? 'newProducers' : 'off',
  lives: 'all',
  samplePercent: 5,
  newDays: 30,
  newItems: 5,
  strikeDays: 180,
});

/** Before this instant a strike does not count any more. */
export const strikesSince = ({ strikeDays }: Pick<ReviewSettings, 'strikeDays'>, now: Date): Date =>
  new Date(now.getTime() - strikeDays * DAY_MS);
