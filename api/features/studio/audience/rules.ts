// Pure rules of the list of subscribers and followers: its cursor, its rows as CSV, and the share
// of those who left.
import {
  type AudienceKind,
  type AudienceSort,
  LAST_SEEN,
  type LastSeen,
} from '@camarim/contract/limits';
import type { ProfileId } from '@camarim/contract/ids';
import { decimalText, type Centavos } from '@camarim/contract/money';
import { SALE_KINDS, type SaleKind } from '@camarim/contract/sales';
import { DAY_MS, SAO_PAULO } from '@camarim/contract/time';
import { csvCell } from '../../../platform/archive/archive.ts';
import { fieldError } from '../../../platform/errors/app-error.ts';

export type AudienceFilter = {
  kind: AudienceKind;
  sort: AudienceSort;
  renewing: boolean | undefined;
  search: string | null;
};

/** From when on a fan was here today, this week and this month. */
export const seenSince = (now: Date): Record<Exclude<LastSeen, 'earlier'>, Date> => {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(SAO_PAULO)
    .startOfDay();
  const daysAgo = (days: number): Date => new Date(today.epochMilliseconds - days * DAY_MS);
  return { today: daysAgo(0), week: daysAgo(6), month: daysAgo(29) };
};

export const lastSeenOf = (at: Date | null, now: Date): LastSeen => {
  const since = seenSince(now);
  return (
    LAST_SEEN.find((when) => when !== 'earlier' && at !== null && at >= since[when]) ?? 'earlier'
  );
};

/** The last row of a page: its sort key and profile. */
export type Position = { key: number; id: ProfileId };

const CURSOR = /^(-?\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const cursorOf = ({ key, id }: Position): string => `${key}.${id}`;

/** Reads a cursor that we gave; anything else is refused as a wrong `before`. */
export const readCursor = (text: string | undefined): Position | null => {
  if (text === undefined) return null;
  const [, key, id] = CURSOR.exec(text) ?? [];
  if (!key || !id) throw fieldError('before', 'validate.invalid');
  return { key: Number(key), id: id as ProfileId };
};

/** Per 10,000; null when no paid time was there to end. */
export const churnBps = (ended: number, touched: number): number | null =>
  touched === 0 ? null : Math.round((ended * 10_000) / touched);

export type ByKind = Record<SaleKind, Centavos>;

/** All kinds, those without money as zero, and their sum. */
export const sumByKind = (
  rows: readonly { kind: SaleKind; amount: Centavos }[],
): { total: Centavos; byKind: ByKind } => {
  const byKind = Object.fromEntries(SALE_KINDS.map((kind) => [kind, 0])) as ByKind;
  for (const { kind, amount } of rows) byKind[kind] = (byKind[kind] + amount) as Centavos;
  const total = SALE_KINDS.reduce((sum, kind) => sum + byKind[kind], 0) as Centavos;
  return { total, byKind };
};

const CSV_HEAD = [
  'name',
  'display_name',
  'since',
  'subscribed_until',
  'renews',
  'months_paid',
  'follows',
  'last_seen',
  ...SALE_KINDS.map((kind) => `earned_${kind}`),
  'earned_total',
  'note',
];

export type CsvMember = {
  profile: { domainName: string; exibitionName: string };
  since: string;
  subscription: { subscribedUntil: string; renews: boolean; monthsPaid: number } | null;
  follows: boolean;
  lastSeen: LastSeen;
  earned: { total: Centavos; byKind: ByKind };
  note: string | null;
};

export const csvHead = (): string => `${CSV_HEAD.join(',')}\r\n`;

export const csvLine = (member: CsvMember): string =>
  `${[
    member.profile.domainName,
    csvCell(member.profile.exibitionName),
    member.since,
    member.subscription?.subscribedUntil ?? '',
    member.subscription ? String(member.subscription.renews) : '',
    String(member.subscription?.monthsPaid ?? 0),
    String(member.follows),
    member.lastSeen,
    ...SALE_KINDS.map((kind) => decimalText(member.earned.byKind[kind])),
    decimalText(member.earned.total),
    csvCell(member.note),
  ].join(',')}\r\n`;
