// The statistics of a producer: a period by day, the one before, and the posts of the period.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import { ZERO_CENTAVOS } from '@camarim/contract/money';
import type { DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { earningsByDay, earningsByItem, type Period, salesByHour } from '../../funds/index.ts';
import { viewsByDay, viewsByHour } from '../../views/index.ts';
import { followersByHour } from './follower-hours-store.ts';
import { type ActivityDay, daysOf, hoursOf, periodBefore, totalsOf } from './rules.ts';
import { activityOfPosts, countByDay } from './store.ts';

type Statistics = DataInput<Routes['GET /studio/statistics']>;

const POSTS_MAX = 50;
/** Items of the report of earnings that are read to say what each post brought. */
const EARNING_MAX = 5_000;

const loadDays = async ({ db }: Ctx, id: ProfileId, period: Period): Promise<ActivityDay[]> => {
  const [views, counts, earnings] = await Promise.all([
    viewsByDay(db, id, period),
    countByDay(db, id, period),
    earningsByDay(db, id, period),
  ]);
  return daysOf(period, [
    ...views,
    ...counts.map(({ day, kind, count }) => ({ day, [kind]: count })),
    ...earnings.map(({ day, amount }) => ({ day, earned: amount })),
  ]);
};

const loadPosts = async (
  { db }: Ctx,
  id: ProfileId,
  period: Period,
): Promise<Statistics['posts']> => {
  const items = await earningsByItem(db, id, period, EARNING_MAX);
  const earned = new Map(
    items.flatMap((item) => (item.kind === 'post' && item.id ? [[item.id, item.amount]] : [])),
  );
  const posts = await activityOfPosts(db, id, period, [...earned.keys()]);
  return posts
    .map((post) => ({
      ...post,
      publishedAt: post.publishedAt.toISOString(),
      earned: earned.get(post.id) ?? ZERO_CENTAVOS,
    }))
    .sort(
      (one, other) =>
        other.views - one.views || other.earned - one.earned || (one.id < other.id ? 1 : -1),
    )
    .slice(0, POSTS_MAX);
};

export const viewStatistics = async (
  ctx: Ctx,
  id: ProfileId,
  period: Period,
): Promise<Statistics> => {
  const previous = periodBefore(period);
  const [days, before, posts, ...hours] = await Promise.all([
    loadDays(ctx, id, period),
    loadDays(ctx, id, previous),
    loadPosts(ctx, id, period),
    viewsByHour(ctx.db, id, period),
    salesByHour(ctx.db, id, period),
    followersByHour(ctx.db, id, period),
  ]);
  return {
    ...period,
    days,
    totals: totalsOf(days),
    before: { ...previous, ...totalsOf(before) },
    posts,
    hours: hoursOf(...hours),
  };
};
