// Lengths of time in milliseconds and in seconds, and the time zone by which the product counts
// days. Calendar days of a place have other lengths: they belong to the code of dates.

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

/** The time zone of Brasília: that of days, months and billing, and the default of people. */
export const SAO_PAULO = 'America/Sao_Paulo';
