// How tall a post's pictures stand before any of them has loaded.

type Dimensions = { width: number | null; height: number | null };

/**
 * Tallest and widest shape of a card: taller pictures are cropped in the feed and whole in the
 * viewer.
 */
const TALLEST = 4 / 5;
const WIDEST = 16 / 9;

/**
 * Width and height, as a view box, of the place for a set of pictures: that of the first, within
 * limits.
 */
export const viewBoxOf = (medias: readonly Dimensions[], bare = 1): string => {
  const [first] = medias;
  const ratio =
    first?.width && first.height
      ? Math.min(WIDEST, Math.max(TALLEST, first.width / first.height))
      : bare;
  return `0 0 ${Math.round(ratio * 1_000)} 1000`;
};
