// By which channels a notification reaches a person, and when: pure functions.
import { LRUCache } from 'lru-cache';
import {
  DEFAULT_CHANNELS,
  DIGEST_HOUR,
  type EmailTime,
  type GroupChannels,
} from '@camarim/contract/features/notifications/channels';
import {
  NOTIFICATION_GROUPS,
  type NotificationGroup,
} from '@camarim/contract/features/notifications/kinds';
import { MINUTE_MS, SAO_PAULO } from '@camarim/contract/time';

/** Minutes of the day. */
export type QuietHours = { from: number; until: number };

/** What a person chose; groups that are not named have the defaults. */
export type Settings = {
  inAppOff: readonly NotificationGroup[];
  email: Readonly<Partial<Record<NotificationGroup, EmailTime>>>;
  push: Readonly<Partial<Record<NotificationGroup, boolean>>>;
  quiet: QuietHours | null;
  timeZone: string;
  /** Whether Web Push says who did what. */
  details: boolean;
};

export const DEFAULT_SETTINGS: Settings = {
  inAppOff: [],
  email: {},
  push: {},
  quiet: null,
  timeZone: SAO_PAULO,
  details: false,
};

export const channelsOf = (
  { inAppOff, email, push }: Settings,
  group: NotificationGroup,
): GroupChannels => ({
  inApp: !inAppOff.includes(group),
  email: email[group] ?? DEFAULT_CHANNELS[group].email,
  push: push[group] ?? DEFAULT_CHANNELS[group].push,
});

/**
 * Only what differs from the defaults is stored, so that a changed default reaches those who never
 * chose.
 */
export const settingsFrom = (
  groups: Readonly<Record<NotificationGroup, GroupChannels>>,
): Pick<Settings, 'inAppOff' | 'email' | 'push'> => {
  const email: Partial<Record<NotificationGroup, EmailTime>> = {};
  const push: Partial<Record<NotificationGroup, boolean>> = {};
  for (const group of NOTIFICATION_GROUPS) {
    const chosen = groups[group];
    if (chosen.email !== DEFAULT_CHANNELS[group].email) email[group] = chosen.email;
    if (chosen.push !== DEFAULT_CHANNELS[group].push) push[group] = chosen.push;
  }
  return { inAppOff: NOTIFICATION_GROUPS.filter((group) => !groups[group].inApp), email, push };
};

const DAY_MINUTES = 1_440;

/** A zone has many spellings: what members enter must not fill the memory. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' });
  clocks.set(timeZone, known);
  return known;
};

const minuteOfDay = (at: Date, timeZone: string): number => {
  const [hours = 0, minutes = 0] = clockOf(timeZone).format(at).split(':').map(Number);
  return hours * 60 + minutes;
};

/** The next time the clock of the zone shows this minute of the day, after `now`. */
const nextAt = (now: Date, minute: number, timeZone: string): Date => {
  const wait = (minute - minuteOfDay(now, timeZone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const guess = new Date(Math.floor(now.getTime() / MINUTE_MS + wait) * MINUTE_MS);
  // Where the clocks are changed on the way, the guess is an hour off.
  const off = (minute - minuteOfDay(guess, timeZone) + DAY_MINUTES) % DAY_MINUTES;
  const signed = off > DAY_MINUTES / 2 ? off - DAY_MINUTES : off;
  return new Date(guess.getTime() + signed * MINUTE_MS);
};

/** When the quiet hours that hold at `now` end; null when none hold. */
export const quietUntil = (
  { quiet, timeZone }: Pick<Settings, 'quiet' | 'timeZone'>,
  now: Date,
): Date | null => {
  if (quiet === null || quiet.from === quiet.until) return null;
  const minute = minuteOfDay(now, timeZone);
  const within =
    quiet.from < quiet.until
      ? minute >= quiet.from && minute < quiet.until
      : minute >= quiet.from || minute < quiet.until;
  return within ? nextAt(now, quiet.until, timeZone) : null;
};

/** When the next daily email is sent. */
export const nextDigestAt = (now: Date, timeZone: string): Date =>
  nextAt(now, DIGEST_HOUR * 60, timeZone);
