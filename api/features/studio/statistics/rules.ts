// Pure rules of statistics: every day of a period, its sums, and the period before.
import { type Centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import type { Period } from '../../funds/index.ts';

export type CountedKind = 'likes' | 'comments' | 'unlocks' | 'followers';
export type Activity = Record<CountedKind | 'profileViews' | 'postViews', number> & {
  earned: Centavos;
};
export type ActivityDay = Activity & { day: string };

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const lengthOf = ({ from, to }: Period): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** As many days, up to the day before. */
export const periodBefore = (period: Period): Period => ({
  from: dayAfter(period.from, -lengthOf(period)),
  to: dayAfter(period.from, -1),
});

export const noActivity = (): Activity => ({
  profileViews: 0,
  postViews: 0,
  likes: 0,
  comments: 0,
  unlocks: 0,
  followers: 0,
  earned: ZERO_CENTAVOS,
});

const plus = (one: Activity, other: Partial<Activity>): Activity =>
  Object.fromEntries(
    (Object.keys(noActivity()) as (keyof Activity)[]).map((kind) => [
      kind,
      one[kind] + (other[kind] ?? 0),
    ]),
  ) as Activity;

/** Every day of the period, those without activity as zeros. Parts of other days are left out. */
export const daysOf = (
  period: Period,
  parts: readonly (Partial<Activity> & { day: string })[],
): ActivityDay[] => {
  const byDay = Map.groupBy(parts, ({ day }) => day);
  return Array.from({ length: lengthOf(period) }, (_, index) => {
    const day = dayAfter(period.from, index);
    return { day, ...(byDay.get(day) ?? []).reduce<Activity>(plus, noActivity()) };
  });
};

export const totalsOf = (days: readonly Activity[]): Activity =>
  days.reduce<Activity>(plus, noActivity());

type Hour = { weekday: number; hour: number };
export type ActiveHour = Hour & { views: number; sales: number; followers: number };

/** The hours of the week in which something happened, in their order. */
export const hoursOf = (
  views: readonly (Hour & { views: number })[],
  sales: readonly (Hour & { sales: number })[],
  followers: readonly (Hour & { followers: number })[],
): ActiveHour[] => {
  const byHour = Map.groupBy(
    [...views, ...sales, ...followers],
    ({ weekday, hour }) => weekday * 24 + hour,
  );
  return [...byHour.values()]
    .map((parts) => Object.assign({ views: 0, sales: 0, followers: 0 }, ...parts) as ActiveHour)
    .sort((one, other) => one.weekday - other.weekday || one.hour - other.hour);
};
