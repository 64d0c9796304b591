// The overview of a period, the one before it, and the work that waits now.
import type { Routes } from '@camarim/contract';
import { OPEN_WORK, type OpenWorkKind } from '@camarim/contract/features/dsb';
import { ZERO_CENTAVOS } from '@camarim/contract/money';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { dayBefore, dayOf } from '../../platform/clock/days.ts';
import { allCountedUntil } from '../../platform/days/day-rollups.ts';
import { readTogether } from './together-store.ts';
import { countsOfQueues } from '../../platform/database/waiting.ts';
import { type Period, periodOf } from '../funds/index.ts';
import {
  type MoneyDay,
  moneyDays,
  ROLLUPS,
  type RollupSum,
  rollupSums,
  schemeLimits,
  schemeSums,
} from '../ledger/index.ts';
import { periodBefore } from '../studio/index.ts';
import { countsAtEnds, countsByDay, countSums, DAY_COUNTS, type DayCount } from './days-store.ts';
import {
  approvalsOf,
  countOn,
  daysOfPeriod,
  paymentSums,
  peopleSums,
  salesByKind,
  rateBps,
  saleSums,
  topUpsByMethod,
} from './rules.ts';

type Overview = DataInput<Routes['GET /dsb']>;
type Day = Overview['days'][number];
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** An instant stands for its day. Throws validate.invalid as periodOf does. */
export const periodOfQuery = (
  { startsWhen, endsWhen }: QueryOf<Routes['GET /dsb']>,
  now: Date,
): Period => {
  const day = (when: string | undefined) =>
    when === undefined || when.length === DAY_LENGTH ? when : dayOf(new Date(when));
  return periodOf({ from: day(startsWhen), to: day(endsWhen) }, now);
};

type People = { sums: readonly DayCount[]; atStart: number; atEnd: number };

const totalsOf = (
  moved: readonly RollupSum[],
  { sums, atStart, atEnd }: People,
): Overview['totals'] => {
  const people = peopleSums(sums);
  return {
    ...saleSums(moved),
    ...paymentSums(moved),
    ...people,
    activeSubscribers: atEnd,
    subscribersAtStart: atStart,
    churnBps: rateBps(people.subscribersLost, atStart),
  };
};

const NO_MONEY: Omit<MoneyDay, 'day'> = {
  gross: ZERO_CENTAVOS,
  refunded: ZERO_CENTAVOS,
  fee: ZERO_CENTAVOS,
  share: ZERO_CENTAVOS,
  toppedUp: ZERO_CENTAVOS,
  disputed: ZERO_CENTAVOS,
  paidOut: ZERO_CENTAVOS,
};

/** `paidBefore`: paid subscriptions at the end of the day before the period. */
const daysOf = (
  period: Period,
  money: readonly MoneyDay[],
  counts: readonly DayCount[],
  paidBefore: number,
): Day[] => {
  const moneyOf = new Map(money.map((day) => [day.day, day]));
  const countsOf = Map.groupBy(counts, ({ day }) => day);
  let atStart = paidBefore;
  return daysOfPeriod(period).map((day) => {
    const ofDay = countsOf.get(day) ?? [];
    const { subscribersLost, ...people } = peopleSums(ofDay);
    const churnBps = rateBps(subscribersLost, atStart);
    atStart = countOn(ofDay, 'paidSubscribers', day);
    const activeSubscribers = countOn(ofDay, 'activeSubscribers', day);
    return { ...NO_MONEY, ...moneyOf.get(day), day, ...people, churnBps, activeSubscribers };
  });
};

type QueueCount = { kind: OpenWorkKind; waiting: number; oldestAt: string | null };
const instantOf = (text: string | null): string | null =>
  text === null ? null : new Date(text).toISOString();

/** The longest waiting first; the kinds of which none waits come last, in their usual order. */
const workOf = (waiting: readonly QueueCount[]): Overview['openWork'] =>
  waiting
    .map(({ oldestAt, ...work }) => ({ ...work, oldestAt: instantOf(oldestAt) }))
    .toSorted((one, other) => {
      const [since, otherSince] = [one.oldestAt ?? '9', other.oldestAt ?? '9'];
      if (since !== otherSince) return since < otherSince ? -1 : 1;
      return OPEN_WORK.indexOf(one.kind) - OPEN_WORK.indexOf(other.kind);
    });

type Reads = {
  moneyDays: MoneyDay;
  moneySums: RollupSum & { shown: boolean };
  countDays: DayCount;
  countEnds: DayCount;
  countSums: DayCount & { shown: boolean };
  counted: { until: string | null };
  waiting: QueueCount;
};
type Values = Period & { since: string; ends: readonly string[] };

/** Reads everything by one statement. */
const createRead = ({ openWork }: Pick<Services, 'openWork'>) =>
  readTogether<Values, Reads>(['since', 'from', 'to', 'ends'], (places) => ({
    moneyDays: moneyDays(places),
    moneySums: rollupSums(places),
    countDays: countsByDay(places),
    countEnds: countsAtEnds(places),
    countSums: countSums(places),
    counted: allCountedUntil([ROLLUPS, DAY_COUNTS]),
    waiting: countsOfQueues(openWork),
  }));

/** The overview of a period; its statement is compiled once. */
export const createOverview = (ctx: Ctx, services: Pick<Services, 'openWork'>) => {
  const read = createRead(services);
  return async (period: Period): Promise<Overview> => {
    const previous = periodBefore(period);
    const today = dayOf(ctx.clock.now());
    const lastOf = ({ to }: Period) => (to < today ? to : today);
    const [beforeBoth, between] = [dayBefore(previous.from), previous.to];
    const ends = [beforeBoth, between, lastOf(previous), lastOf(period)];
    const [rows, closedPlaces] = await Promise.all([
      read(ctx.db, { ...period, since: previous.from, ends }),
      ctx.age.closedRules(),
    ]);
    const those = <Row extends { shown: boolean }>(sums: readonly Row[], wanted: boolean): Row[] =>
      sums.filter(({ shown }) => shown === wanted);
    const shown = those(rows.moneySums, true);
    const activeAt = (day: string) => countOn(rows.countEnds, 'activeSubscribers', day);
    const paidAt = (day: string) => countOn(rows.countEnds, 'paidSubscribers', day);
    return {
      ...period,
      countedUntil: instantOf(rows.counted[0]?.until ?? null),
      totals: totalsOf(shown, {
        sums: those(rows.countSums, true),
        atStart: paidAt(between),
        atEnd: activeAt(lastOf(period)),
      }),
      before: {
        ...previous,
        ...totalsOf(those(rows.moneySums, false), {
          sums: those(rows.countSums, false),
          atStart: paidAt(beforeBoth),
          atEnd: activeAt(lastOf(previous)),
        }),
      },
      sales: salesByKind(shown),
      topUps: topUpsByMethod(shown),
      schemes: schemeSums(shown, schemeLimits(ctx.config)),
      approvals: approvalsOf(rows.countDays),
      days: daysOf(period, rows.moneyDays, rows.countDays, paidAt(between)),
      openWork: workOf(rows.waiting),
      closedAgePlaces: closedPlaces.length,
    };
  };
};
