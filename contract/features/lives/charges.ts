// How shows are paid and who may enter them.

/** How the watchers of a show pay. */
export const LIVE_CHARGES = ['free', 'minute', 'ticket', 'group'] as const;
export type LiveCharge = (typeof LIVE_CHARGES)[number];

/** The people who may enter a show. */
export const LIVE_ENTRIES = [
  'everyone',
  'followers',
  'members',
  'subscribers',
  'list',
  'spenders',
] as const;
export type LiveEntryRule = (typeof LIVE_ENTRIES)[number];

/** A watcher with picture and sound, or of a private show with the picture alone. */
export const LIVE_WATCHER_ROLES = ['watcher', 'spy'] as const;
export type LiveWatcherRole = (typeof LIVE_WATCHER_ROLES)[number];

/**
 * Why an entry ended: the watcher left, the show ended, their money or their own limit of spending
 * did, or they may not watch any more.
 */
export const LIVE_EXITS = ['left', 'showEnded', 'money', 'limit', 'removed'] as const;
export type LiveExit = (typeof LIVE_EXITS)[number];

/** Why the next minute of a watcher can't be paid. */
export const LIVE_LOW_REASONS = ['money', 'limit'] as const;
export type LiveLowReason = (typeof LIVE_LOW_REASONS)[number];

/** The side whose receipts of shows are listed: the person who watched, or the producer. */
export const RECEIPT_SIDES = ['watcher', 'producer'] as const;
export type ReceiptSide = (typeof RECEIPT_SIDES)[number];
