// The renditions of a picture with their true widths, for the browser to choose from.
import { PICTURE_SIDES_PX } from '@camarim/contract/limits';

type Picture = {
  mdThumb: string | null;
  lgThumb: string | null;
  /** Width of the original, in pixels. */
  width: number | null;
  height: number | null;
};

/**
 * A rendition is named by its longest side, and only the width of a wide picture is its longest.
 */
const widthOf = (longestSide: number, { width, height }: Picture): number => {
  if (!width || !height) return longestSide;
  const longest = Math.max(width, height);
  return Math.round((width / longest) * Math.min(longestSide, longest));
};

/** Undefined while there are no renditions. */
export const srcSetOf = (picture: Picture): string | undefined =>
  picture.mdThumb && picture.lgThumb
    ? `${picture.mdThumb} ${widthOf(PICTURE_SIDES_PX.md, picture)}w, ${picture.lgThumb} ${widthOf(PICTURE_SIDES_PX.lg, picture)}w`
    : undefined;
