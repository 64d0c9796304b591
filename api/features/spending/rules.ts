// How limits change: lower at once, higher after a day, and back within minutes after a mistake.
// Pure. Null is no limit.
import type { Centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';

export type SpendLimit = Centavos | null;
export type Limits = { day: SpendLimit; month: SpendLimit };
export type PlannedLimits = Limits & { at: Date };
/** The limits before the last reduction; until then they can be restored at once. */
export type RestorableLimits = Limits & { until: Date };
export type SpendLimitState = {
  held: Limits;
  next: PlannedLimits | null;
  undo: RestorableLimits | null;
};

const RAISED_AFTER_MS = DAY_MS;
const UNDO_MS = 600_000;
const sizeOf = (limit: SpendLimit): number => limit ?? Infinity;
const higher = (one: SpendLimit, other: SpendLimit): SpendLimit =>
  sizeOf(one) >= sizeOf(other) ? one : other;
const lower = (one: SpendLimit, other: SpendLimit): SpendLimit =>
  sizeOf(one) <= sizeOf(other) ? one : other;

/** The limits in force at `now`. */
export const limitsAt = (held: Limits, next: PlannedLimits | null, now: Date): Limits =>
  next && next.at <= now ? { day: next.day, month: next.month } : held;

/** The undo that is still open at `now`. */
export const undoAt = (undo: RestorableLimits | null, now: Date): RestorableLimits | null =>
  undo && undo.until > now ? undo : null;

/**
 * The limits from now on, those from tomorrow on, and those that can be restored at once. Restoring
 * never exceeds the limits before.
 */
export const changeLimits = (
  current: Limits,
  undo: RestorableLimits | null,
  requested: Limits,
  now: Date,
): SpendLimitState => {
  const open = undoAt(undo, now);
  const allowed = open
    ? { day: higher(current.day, open.day), month: higher(current.month, open.month) }
    : current;
  const held = {
    day: lower(allowed.day, requested.day),
    month: lower(allowed.month, requested.month),
  };
  const raised =
    sizeOf(requested.day) > sizeOf(allowed.day) || sizeOf(requested.month) > sizeOf(allowed.month);
  const lowered =
    sizeOf(held.day) < sizeOf(allowed.day) || sizeOf(held.month) < sizeOf(allowed.month);
  return {
    held,
    next: raised ? { ...requested, at: new Date(now.getTime() + RAISED_AFTER_MS) } : null,
    // A second reduction does not extend the time to restore the first.
    undo: lowered ? { ...allowed, until: open?.until ?? new Date(now.getTime() + UNDO_MS) } : null,
  };
};

/** The limit that a price would exceed; null when none. */
export const exceededLimit = (
  price: number,
  limits: Limits,
  used: { day: number; month: number },
): 'day' | 'month' | null => {
  if (used.day + price > sizeOf(limits.day)) return 'day';
  return used.month + price > sizeOf(limits.month) ? 'month' : null;
};
