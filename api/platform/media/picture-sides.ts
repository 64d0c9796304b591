// The sizes of the renditions of pictures. The sandboxed child that makes them sees no package of the
// workspace, so the contract states them a second time for the pages.

/** Longest sides in pixels; a smaller picture keeps its size. */
export const PICTURE_SIDES_PX = { md: 480, lg: 1_280, full: 2_048 } as const;
