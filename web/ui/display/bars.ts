// A period's days of one kind as bars: geometry in a box of its own units, and the change to
// before.
export const BOX = { width: 360, height: 64 };
const GAP = 0.25;

export type Bar = { x: number; y: number; width: number; height: number };

/** One bar for each value above zero; the highest fills the box. */
export const barsOf = (values: readonly number[]): Bar[] => {
  const top = Math.max(0, ...values);
  const step = BOX.width / Math.max(values.length, 1);
  return values.flatMap((value, index) => {
    if (value <= 0) return [];
    const height = (value / top) * BOX.height;
    return [
      {
        x: index * step + (step * GAP) / 2,
        y: BOX.height - height,
        width: step * (1 - GAP),
        height,
      },
    ];
  });
};

/** Change in per 10,000; null when there was nothing before to compare with. */
export const changeBps = (now: number, before: number): number | null =>
  before <= 0 ? null : Math.round(((now - before) * 10_000) / before);
