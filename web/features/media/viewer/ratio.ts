// Proportions of a post's media, known before the first image has loaded.

type Dimensions = { width: number | null; height: number | null };

/**
 * Tallest and widest proportions of a card: taller images are cropped in the feed and whole in the
 * viewer.
 */
const TALLEST = 4 / 5;
const WIDEST = 16 / 9;

/**
 * Width and height, as a view box, for a set of media: those of the first one, within the limits.
 */
export const viewBoxOf = (medias: readonly Dimensions[], bare = 1): string => {
  const [first] = medias;
  const ratio =
    first?.width && first.height
      ? Math.min(WIDEST, Math.max(TALLEST, first.width / first.height))
      : bare;
  return `0 0 ${Math.round(ratio * 1_000)} 1000`;
};
