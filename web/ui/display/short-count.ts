// How a count of new things is written.
/** Counts are not read to the last one. */
const SHOWN_MAX = 99;

/** "99+" above that. */
export const shortCount = (count: number): string =>
  count > SHOWN_MAX ? `${SHOWN_MAX}+` : String(count);
