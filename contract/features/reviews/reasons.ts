// Why content is refused before its publication: each reason is a rule of one of the policies, so
// that a refusal can be explained and checked. Without schemas, because the browser reads it, too.

/** The policies that producers accepted. */
export type ReviewPolicy = 'terms' | 'contract';

type Reason = {
  policy: ReviewPolicy;
  /** Counts against the producer until it expires or is taken back. */
  strike: boolean;
  /** The words of the code say too little, so that a note is required. */
  note: boolean;
};

/** In the order of the queue's keys, from 1 on. */
export const REVIEW_REASONS = {
  minor: { policy: 'terms', strike: true, note: false },
  noConsent: { policy: 'contract', strike: true, note: false },
  undeclaredPerformer: { policy: 'contract', strike: false, note: false },
  violence: { policy: 'terms', strike: true, note: false },
  copyright: { policy: 'terms', strike: true, note: false },
  misleading: { policy: 'terms', strike: false, note: false },
  outsidePayment: { policy: 'contract', strike: false, note: false },
  other: { policy: 'terms', strike: false, note: true },
} as const satisfies Record<string, Reason>;
export type ReviewReason = keyof typeof REVIEW_REASONS;
export const REVIEW_REASON_CODES = Object.keys(REVIEW_REASONS) as [ReviewReason, ...ReviewReason[]];

/**
 * What is held: a post; what goes to more than one person: a mass message, an automation or the
 * welcome message; or a producer's new profile picture or cover. Frames of a show are not held, but
 * the show is when they are refused.
 */
export const REVIEW_KINDS = [
  'post',
  'broadcast',
  'automation',
  'welcome',
  'avatar',
  'cover',
  'frames',
] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/**
 * Which content is held, each including those before it: none; that of new producers and of those
 * with a strike; a sample of the others too; all.
 */
export const REVIEW_MODES = ['off', 'newProducers', 'sample', 'all'] as const;
export type ReviewMode = (typeof REVIEW_MODES)[number];

/**
 * Why something is reviewed: by the settings, or, of frames, because they look like something that
 * was taken down, were reported, or show the face of the producer before and at the start.
 */
export const REVIEW_CAUSES = [
  'all',
  'newProducer',
  'strikes',
  'sample',
  'match',
  'report',
  'face',
] as const;
export type ReviewCause = (typeof REVIEW_CAUSES)[number];

export const REVIEW_STATES = ['waiting', 'approved', 'refused'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const REVIEW_NOTE_MAX = 500;
/** Items of one page of the queue; each is recorded as a view. */
export const REVIEWS_PAGE = 10;
