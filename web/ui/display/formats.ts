// Counts and instants in the reader's language; dates in São Paulo time.
import { centavos, formatBrl } from '@camarim/contract/money';
import { getLocale } from '../../paraglide/runtime.js';

const TAGS = { pt: 'pt-BR', en: 'en-US', es: 'es-419' } as const;
const TIME_ZONE = 'America/Sao_Paulo';

/** Intl objects are slow to make and many rows use the same one. */
const kept = new Map<string, unknown>();
const keep = <T>(name: string, make: (tag: string) => T): T => {
  const key = `${name}|${getLocale()}`;
  const known = kept.get(key);
  if (known !== undefined) return known as T;
  const made = make(TAGS[getLocale()]);
  kept.set(key, made);
  return made;
};

/** "R$ 19,90" of integer centavos. */
export const formatMoney = (amount: number): string => formatBrl(centavos(amount), getLocale());

/** "12,8 mil". */
export const formatCount = (count: number): string => keep('count', (tag) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 })).format(count);

/** "21 de nov. de 2026, 14:05". */
export const formatMoment = (instant: string): string =>
  keep('moment', (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: TIME_ZONE })).format(new Date(instant));

/** "21 de novembro de 2026". */
export const formatDay = (instant: string): string => keep('day', (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: TIME_ZONE })).format(new Date(instant));

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "há 12 min", "ontem"; "agora" under a minute. */
export const formatAgo = (instant: string, now: number): string => {
  const seconds = Math.round((Date.parse(instant) - now) / 1_000);
  const relative = keep('ago', (tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }));
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : relative.format(0, 'second');
};

/** "14:52", or "1:04:09" from an hour on. */
export const formatCountdown = (secondsLeft: number): string => {
  const parts = [Math.floor(secondsLeft / 3_600), Math.floor((secondsLeft % 3_600) / 60), Math.floor(secondsLeft % 60)] as const;
  const [hours, ...rest] = parts;
  const tail = rest.map((part) => String(part).padStart(2, '0')).join(':');
  return hours > 0 ? `${hours}:${tail}` : tail;
};
