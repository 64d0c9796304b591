// What a benchmark says: one number, how far its rounds lay apart, and how it was taken.

export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** Smallest and largest of the rounds. */
  spread: [number, number];
  how: string;
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return sorted.length % 2
    ? (sorted[Math.floor(middle)] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

const rounded = (value: number): number => Number(value.toPrecision(3));

/** The median of what interleaved rounds measured. */
export const figureOf = (
  name: string,
  unit: string,
  rounds: readonly number[],
  how: string,
): Figure => ({
  name,
  value: rounded(median(rounds)),
  unit,
  spread: [rounded(Math.min(...rounds)), rounded(Math.max(...rounds))],
  how,
});

/** Ratios of pairs taken one after the other, so that a busy machine slows both sides of each. */
export const ratios = (ours: readonly number[], theirs: readonly number[]): number[] =>
  ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
