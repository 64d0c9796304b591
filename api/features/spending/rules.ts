// How limits change: down at once, up after a day to think about it. Pure. Null is no limit.
import type { Centavos } from '@camarim/contract/money';

export type SpendLimit = Centavos | null;
export type Limits = { day: SpendLimit; month: SpendLimit };
export type Next = Limits & { at: Date };

const RAISED_AFTER_MS = 86_400_000;
const sizeOf = (limit: SpendLimit): number => limit ?? Infinity;
const lower = (one: SpendLimit, other: SpendLimit): SpendLimit => (sizeOf(one) <= sizeOf(other) ? one : other);

/** The limits that hold at `now`. */
export const limitsAt = (held: Limits, next: Next | null, now: Date): Limits => (next && next.at <= now ? { day: next.day, month: next.month } : held);

/** What holds from now on, and what from tomorrow on. */
export const changed = (held: Limits, wished: Limits, now: Date): { held: Limits; next: Next | null } => {
  const raised = sizeOf(wished.day) > sizeOf(held.day) || sizeOf(wished.month) > sizeOf(held.month);
  return {
    held: { day: lower(held.day, wished.day), month: lower(held.month, wished.month) },
    next: raised ? { ...wished, at: new Date(now.getTime() + RAISED_AFTER_MS) } : null,
  };
};

/** Which limit a price would break; null when none. */
export const brokenBy = (price: number, limits: Limits, used: { day: number; month: number }): 'day' | 'month' | null => {
  if (used.day + price > sizeOf(limits.day)) return 'day';
  return used.month + price > sizeOf(limits.month) ? 'month' : null;
};
