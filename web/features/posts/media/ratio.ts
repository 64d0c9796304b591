// How tall a post's pictures stand before any of them has loaded.

type Sized = { width: number | null; height: number | null };

/** Tallest and widest shape of a card: taller pictures are cropped in the feed and whole in the viewer. */
const TALLEST = 4 / 5;
const WIDEST = 16 / 9;

/** Width over height of the place for a set of pictures: that of the first, within limits. */
export const ratioOf = (medias: readonly Sized[]): number => {
  const [first] = medias;
  if (!first?.width || !first.height) return 1;
  return Math.min(WIDEST, Math.max(TALLEST, first.width / first.height));
};
