// Counts and instants in the reader's language; dates in São Paulo time unless a zone is given.
import { centavos, formatBrl } from '@camarim/contract/money';
import { SAO_PAULO } from '@camarim/contract/time';
import { getLocale } from '../../paraglide/runtime.js';

const TAGS = { pt: 'pt-BR', en: 'en-US', es: 'es-419' } as const;

/** How Intl calls the reader's language. */
export const localeTag = (): string => TAGS[getLocale()];

/** Intl objects are slow to make and many rows use the same one. */
const cache = new Map<string, unknown>();
const cached = <T>(name: string, make: (tag: string) => T): T => {
  const key = `${name}|${getLocale()}`;
  const known = cache.get(key);
  if (known !== undefined) return known as T;
  const made = make(localeTag());
  cache.set(key, made);
  return made;
};

/** "R$ 19,90" of integer centavos. */
export const formatMoney = (amount: number): string => formatBrl(centavos(amount), getLocale());

/** "12,5%" of basis points. */
export const formatPercent = (bps: number): string =>
  cached(
    'percent',
    (tag) => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 }),
  ).format(bps / 10_000);

/** "1.234": every unit, where a count is compared or decided on. */
export const formatNumber = (count: number): string =>
  cached('number', (tag) => new Intl.NumberFormat(tag)).format(count);

/** "a, b e c" of several names. */
export const formatList = (names: readonly string[]): string =>
  cached('list', (tag) => new Intl.ListFormat(tag, { type: 'conjunction' })).format(names);

/** "12,5 h", "40 min", "<1 min" of a duration in hours. */
export const formatHours = (hours: number): string => {
  const unit = hours < 1 ? 'minute' : 'hour';
  const show = cached(
    unit,
    (tag) =>
      new Intl.NumberFormat(tag, {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        maximumFractionDigits: unit === 'hour' ? 1 : 0,
      }),
  );
  if (unit === 'hour') return show.format(hours);
  const minutes = hours * 60;
  return minutes > 0 && minutes < 1 ? `<${show.format(1)}` : show.format(minutes);
};

/** "12,8 mil". */
export const formatCount = (count: number): string =>
  cached(
    'count',
    (tag) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }),
  ).format(count);

/** A sentence that ends with "2:05 p.m." would end with two dots. */
const hourCycle = (): Intl.DateTimeFormatOptions =>
  getLocale() === 'es' ? { hourCycle: 'h23' } : {};

/** "21 de nov. de 2026, 14:05". */
export const formatMoment = (instant: string, timeZone = SAO_PAULO): string =>
  cached(
    `moment ${timeZone}`,
    (tag) =>
      new Intl.DateTimeFormat(tag, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone,
        ...hourCycle(),
      }),
  ).format(new Date(instant));

/** "14:05" in that zone. */
export const formatHour = (instant: string, timeZone = SAO_PAULO): string =>
  cached(
    `hour ${timeZone}`,
    (tag) => new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone, ...hourCycle() }),
  ).format(new Date(instant));

/** "14:20" where it is on the day of `start`, which is shown beside it; else with its day. */
export const formatMomentAfter = (instant: string, start: string): string =>
  formatDay(instant) === formatDay(start) ? formatHour(instant) : formatMoment(instant);

/** "21 de novembro de 2026". */
export const formatDay = (instant: string): string =>
  cached(
    'day',
    (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: SAO_PAULO }),
  ).format(new Date(instant));

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * "há 12 min", "ontem"; "agora" under a minute, and for what a clock that is ahead dates into the
 * future.
 */
export const formatAgo = (instant: string, now: number): string => {
  const seconds = Math.min(0, Math.round((Date.parse(instant) - now) / 1_000));
  const relative = cached(
    'ago',
    (tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }),
  );
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return step
    ? relative.format(Math.trunc(seconds / step[1]), step[0])
    : relative.format(0, 'second');
};

/** "14:52", or "1:04:09" from an hour on. */
export const formatCountdown = (secondsLeft: number): string => {
  const parts = [
    Math.floor(secondsLeft / 3_600),
    Math.floor((secondsLeft % 3_600) / 60),
    Math.floor(secondsLeft % 60),
  ] as const;
  const [hours, ...rest] = parts;
  const tail = rest.map((part) => String(part).padStart(2, '0')).join(':');
  return hours > 0 ? `${hours}:${tail}` : tail;
};

/** "inglês" of `en`, in the reader's language. */
export const formatLanguage = (language: string): string =>
  cached('language', (tag) => new Intl.DisplayNames(tag, { type: 'language' })).of(language) ??
  language;

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** "3 GB", "12,4 MB": in steps of 1,024, as file managers count. */
export const formatBytes = (bytes: number): string => {
  const step = Math.min(
    BYTE_UNITS.length - 1,
    Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)),
  );
  const unit = BYTE_UNITS[step] ?? 'byte';
  return cached(
    unit,
    (tag) => new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits: 1 }),
  ).format(bytes / 1_024 ** step);
};

/** "0:42", "12:05", "1:04:09": a place in a recording. */
export const formatPosition = (seconds: number): string =>
  formatCountdown(Math.max(0, seconds)).replace(/^0(\d:)/, '$1');
