// How limits change: down at once, up after a day to think about it, back for minutes after a slip.
// Pure. Null is no limit.
import type { Centavos } from '@camarim/contract/money';

export type SpendLimit = Centavos | null;
export type Limits = { day: SpendLimit; month: SpendLimit };
export type Next = Limits & { at: Date };
/**
 * The limits that held before the last time they were lowered; until then they may hold again at
 * once.
 */
export type Undo = Limits & { until: Date };
export type SpendLimitState = { held: Limits; next: Next | null; undo: Undo | null };

const RAISED_AFTER_MS = 86_400_000;
const UNDO_MS = 600_000;
const sizeOf = (limit: SpendLimit): number => limit ?? Infinity;
const higher = (one: SpendLimit, other: SpendLimit): SpendLimit =>
  sizeOf(one) >= sizeOf(other) ? one : other;
const lower = (one: SpendLimit, other: SpendLimit): SpendLimit =>
  sizeOf(one) <= sizeOf(other) ? one : other;

/** The limits that hold at `now`. */
export const limitsAt = (held: Limits, next: Next | null, now: Date): Limits =>
  next && next.at <= now ? { day: next.day, month: next.month } : held;

/** The undo that is still open at `now`. */
export const undoAt = (undo: Undo | null, now: Date): Undo | null =>
  undo && undo.until > now ? undo : null;

/**
 * What holds from now on, what from tomorrow on, and what may hold again at once. Undoing never
 * passes what held before.
 */
export const changeLimits = (
  current: Limits,
  undo: Undo | null,
  wished: Limits,
  now: Date,
): SpendLimitState => {
  const open = undoAt(undo, now);
  const allowed = open
    ? { day: higher(current.day, open.day), month: higher(current.month, open.month) }
    : current;
  const held = { day: lower(allowed.day, wished.day), month: lower(allowed.month, wished.month) };
  const raised =
    sizeOf(wished.day) > sizeOf(allowed.day) || sizeOf(wished.month) > sizeOf(allowed.month);
  const lowered =
    sizeOf(held.day) < sizeOf(allowed.day) || sizeOf(held.month) < sizeOf(allowed.month);
  return {
    held,
    next: raised ? { ...wished, at: new Date(now.getTime() + RAISED_AFTER_MS) } : null,
    // A second slip does not extend the time to undo the first.
    undo: lowered ? { ...allowed, until: open?.until ?? new Date(now.getTime() + UNDO_MS) } : null,
  };
};

/** Which limit a price would break; null when none. */
export const exceededLimit = (
  price: number,
  limits: Limits,
  used: { day: number; month: number },
): 'day' | 'month' | null => {
  if (used.day + price > sizeOf(limits.day)) return 'day';
  return used.month + price > sizeOf(limits.month) ? 'month' : null;
};
