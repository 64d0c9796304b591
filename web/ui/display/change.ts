// How much a figure changed since the period before.

/** Change in per 10,000; null when there was nothing before to compare with. */
export const changeBps = (now: number, before: number): number | null =>
  before <= 0 ? null : Math.round(((now - before) * 10_000) / before);
