// The earnings of a period, for the page and as CSV.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import { centavos, decimalText } from '@camarim/contract/money';
import type { DataInput } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import { fieldError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import { summarise } from '../../profiles/index.ts';
import { dayOf } from '../../../platform/clock/days.ts';
import { loadDays, loadFans, loadItems, type Period } from './store.ts';

export type EarningsReport = DataInput<Routes['GET /funds/earnings']>;
export type EarningsPart = 'days' | 'items' | 'fans';

const DEFAULT_DAYS = 30;
const DAYS_MAX = 366;
const ITEMS_MAX = 50;
const FANS_MAX = 20;

/** Throws validate.invalid for a period that ends before it begins or is longer than a year. */
export const periodOf = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Period => {
  const last = to ?? dayOf(now);
  const first =
    from ?? new Date(Date.parse(last) - (DEFAULT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (days < 1 || days > DAYS_MAX) throw fieldError('from', 'validate.invalid');
  return { from: first, to: last };
};

export const viewEarnings = async (
  ctx: Ctx,
  profileId: ProfileId,
  period: Period,
): Promise<EarningsReport> => {
  const { db } = ctx;
  const [days, items, fans] = await Promise.all([
    loadDays(db, profileId, period),
    loadItems(db, profileId, period, ITEMS_MAX),
    loadFans(db, profileId, period, FANS_MAX),
  ]);
  const people = await summarise(
    ctx,
    fans.map(({ profileId: id }) => id),
  );
  return {
    ...period,
    total: centavos(days.reduce((sum, { amount }) => sum + amount, 0)),
    days,
    items,
    fans: fans.flatMap(({ profileId: id, amount, count }) => {
      const profile = people.get(id);
      return profile ? [{ profile, amount, count }] : [];
    }),
  };
};

/** A CSV field; a quote before what a spreadsheet would run as a formula. */
const field = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Lines with their heading, amounts as decimals. */
export const csvOf = ({ days, items, fans }: EarningsReport, part: EarningsPart): string => {
  const lines = {
    days: () => [
      ['day', 'kind', 'amount'],
      ...days.map(({ day, kind, amount }) => [day, kind, decimalText(centavos(amount))]),
    ],
    items: () => [
      ['kind', 'id', 'title', 'count', 'amount'],
      ...items.map(({ kind, id, title, count, amount }) => [
        kind,
        id ?? '',
        field(title ?? ''),
        String(count),
        decimalText(centavos(amount)),
      ]),
    ],
    fans: () => [
      ['fan', 'name', 'count', 'amount'],
      ...fans.map(({ profile, count, amount }) => [
        profile.domainName,
        field(profile.exibitionName),
        String(count),
        decimalText(centavos(amount)),
      ]),
    ],
  }[part]();
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
};
