// Pure rules of a list that is put in order.

export type Point = { x: number; y: number };

/** The position of the item at `index` after the one at `from` has been moved to `to`. */
export const placeAfterMove = (index: number, from: number, to: number): number => {
  if (index === from) return to;
  if (from < index && index <= to) return index - 1;
  if (to <= index && index < from) return index + 1;
  return index;
};

/** The items with the one at `from` moved to `to`. */
export const withMove = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const moved = items.slice(from, from + 1);
  return items.toSpliced(from, 1).toSpliced(to, 0, ...moved);
};

/** The slot whose middle is the nearest to the point. */
export const slotAt = (slots: readonly Point[], { x, y }: Point): number => {
  const distances = slots.map((slot) => Math.hypot(slot.x - x, slot.y - y));
  return distances.indexOf(Math.min(...distances));
};
