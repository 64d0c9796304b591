// The overview of a period, the one before it, and the work that waits now.
import type { Routes } from '@camarim/contract';
import { OPEN_WORK } from '@camarim/contract/features/dsb';
import { centavos, decimalText } from '@camarim/contract/money';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { countWaitingIn } from '../../platform/database/waiting.ts';
import { countFigures, type Span } from '../../platform/database/figures.ts';
import { dayOf, spanOfDay } from '../../platform/clock/days.ts';
import { membersByDay } from '../auth/index.ts';
import { approvedCashOuts, type Period, periodOf } from '../funds/index.ts';
import { countedUntil, loadRollups, schemeSums } from '../ledger/index.ts';
import { creatorsByDay } from '../listings/index.ts';
import { periodBefore } from '../studio/index.ts';
import { countActiveAt, countRenewals } from '../subscriptions/index.ts';
import { daysOfPeriod, paymentSums, salesByKind, saleSums, topUpsByMethod } from './rules.ts';

type Overview = DataInput<Routes['GET /dsb']>;
type Day = Overview['days'][number];
type DayCount = { day: string; count: number };

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

/** The last instant of the period that has come. */
const endOf = ({ to }: Period, now: Date): Date => {
  // Midnight of São Paulo.
  const end = new Date(Date.parse(`${to}T03:00:00Z`) + 86_400_000);
  return end < now ? end : now;
};

const spanOf = (period: Period, now: Date): Span => ({
  from: spanOfDay(period.from).from,
  to: endOf(period, now),
});

const load = async ({ db, clock }: Ctx, period: Period) => {
  const span = spanOf(period, clock.now());
  const [rollups, members, creators, activeSubscribers, renewed] = await Promise.all([
    loadRollups(db, period),
    membersByDay(db, period),
    creatorsByDay(db, period),
    countActiveAt(db, span.to),
    countRenewals(db, span),
  ]);
  const totalOf = (days: readonly DayCount[]) => days.reduce((sum, { count }) => sum + count, 0);
  const totals: Overview['totals'] = {
    ...saleSums(rollups),
    ...paymentSums(rollups),
    newMembers: totalOf(members),
    newProducers: totalOf(creators),
    activeSubscribers,
    ...renewed,
  };
  return { rollups, members, creators, totals };
};

const daysOf = (
  period: Period,
  { rollups, members, creators }: Awaited<ReturnType<typeof load>>,
): Day[] => {
  const byDay = Map.groupBy(rollups, ({ day }) => day);
  const countsOf = (days: readonly DayCount[]) =>
    new Map(days.map(({ day, count }) => [day, count]));
  const [membersOf, creatorsOf] = [countsOf(members), countsOf(creators)];
  return daysOfPeriod(period).map((day) => {
    const rows = byDay.get(day) ?? [];
    const { gross, refunded, fee, share } = saleSums(rows);
    const { toppedUp, disputed, paidOut } = paymentSums(rows);
    return {
      day,
      gross,
      refunded,
      fee,
      share,
      toppedUp,
      disputed,
      paidOut,
      newMembers: membersOf.get(day) ?? 0,
      newProducers: creatorsOf.get(day) ?? 0,
    };
  });
};

const viewOpenWork = async ({ db }: Ctx, { openWork }: Services): Promise<Overview['openWork']> =>
  (
    await Promise.all(
      OPEN_WORK.map(async (kind) => ({ kind, ...(await countWaitingIn(db, openWork[kind])) })),
    )
  )
    .toSorted(
      (one, other) =>
        (one.oldestAt?.getTime() ?? Infinity) - (other.oldestAt?.getTime() ?? Infinity) || 0,
    )
    .map(({ oldestAt, ...work }) => ({ ...work, oldestAt: oldestAt?.toISOString() ?? null }));

/** Reports are shown by class, because the law gives each another time. */
const viewApprovals = async (
  { db, clock }: Ctx,
  { figures }: Services,
  period: Period,
): Promise<Overview['approvals']> => {
  const span = spanOf(period, clock.now());
  const timed = figures.filter(({ subject }) =>
    /^(?:reportsDecided|identityChecks)$/.test(subject),
  );
  const [counted, cashOuts] = await Promise.all([
    countFigures(db, timed, span),
    approvedCashOuts(db, span),
  ]);
  const of = (by: string, key?: string) =>
    counted.filter((figure) => figure.by === by && (key === undefined || figure.key === key));
  return [
    ...of('check', 'producer').map(({ count, medianHours }) => ({
      kind: 'producerRequest' as const,
      part: null,
      decided: count,
      medianHours,
    })),
    ...(cashOuts.decided > 0 ? [{ kind: 'cashOut' as const, part: null, ...cashOuts }] : []),
    ...of('class').map(({ key, count, medianHours }) => ({
      kind: 'report' as const,
      part: key,
      decided: count,
      medianHours,
    })),
  ];
};

export const viewOverview = async (
  ctx: Ctx,
  services: Services,
  period: Period,
): Promise<Overview> => {
  const previous = periodBefore(period);
  const [shown, before, counted, openWork, closedPlaces, approvals] = await Promise.all([
    load(ctx, period),
    load(ctx, previous),
    countedUntil(ctx.db),
    viewOpenWork(ctx, services),
    ctx.age.closedRules(),
    viewApprovals(ctx, services, period),
  ]);
  return {
    ...period,
    countedUntil: counted?.toISOString() ?? null,
    totals: shown.totals,
    before: { ...previous, ...before.totals },
    sales: salesByKind(shown.rollups),
    topUps: topUpsByMethod(shown.rollups),
    schemes: schemeSums(shown.rollups),
    approvals,
    days: daysOf(period, shown),
    openWork,
    closedAgePlaces: closedPlaces.length,
  };
};

/** Amounts in reais, with a point. */
export const csvOf = (days: readonly Day[]): string =>
  [
    'day,gross,refunded,fee,share,toppedUp,disputed,paidOut,newMembers,newProducers',
    ...days.map((day) =>
      [
        day.day,
        ...[
          day.gross,
          day.refunded,
          day.fee,
          day.share,
          day.toppedUp,
          day.disputed,
          day.paidOut,
        ].map((amount) => decimalText(centavos(amount))),
        day.newMembers,
        day.newProducers,
      ].join(','),
    ),
  ].join('\r\n');
