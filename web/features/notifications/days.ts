// Notifications by the day on which they arrived, in the person's time zone.
import { DAY_MS } from '@camarim/contract/time';
import { fieldOf } from '../../ui/fields/local-time.ts';

/** `2026-11-21` of an instant. */
export const dayOf = (instant: string | number, timeZone: string): string =>
  fieldOf(instant, timeZone).slice(0, 10);

export type Day<Item> = { day: string; items: Item[] };

/** Keeps the order; items of one day that follow each other are one group. */
export const byDay = <Item extends { createdAt: string }>(
  items: readonly Item[],
  timeZone: string,
): Day<Item>[] => {
  const days: Day<Item>[] = [];
  for (const item of items) {
    const day = dayOf(item.createdAt, timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
};

/** Whether the day is the present one, the one before, or an earlier one. */
export const ageOf = (
  day: string,
  now: number,
  timeZone: string,
): 'today' | 'yesterday' | 'earlier' => {
  if (day === dayOf(now, timeZone)) return 'today';
  return day === dayOf(now - DAY_MS, timeZone) ? 'yesterday' : 'earlier';
};
