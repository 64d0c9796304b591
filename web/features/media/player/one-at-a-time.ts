// One video or audio plays at a time, and a video that was scrolled out of view pauses. Source:
// specification section 4.

const OUT_OF_VIEW_PX = 100;
const CHECK_EVERY_MS = 1_000;

const players = new Set<HTMLMediaElement>();
let checkAt: number | null = null;

/** Outside the window by more than the margin in any direction. */
export const isFarOut = (
  { top, bottom, left, right }: Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>,
  { width, height }: { width: number; height: number },
): boolean =>
  bottom < -OUT_OF_VIEW_PX ||
  top > height + OUT_OF_VIEW_PX ||
  right < -OUT_OF_VIEW_PX ||
  left > width + OUT_OF_VIEW_PX;

const pauseFarOut = (): void => {
  checkAt = null;
  const view = { width: window.innerWidth, height: window.innerHeight };
  for (const player of players) {
    // Audio continues out of view, and so does a video in picture-in-picture.
    if (
      !player.paused &&
      player instanceof HTMLVideoElement &&
      document.pictureInPictureElement !== player &&
      isFarOut(player.getBoundingClientRect(), view)
    )
      player.pause();
  }
};

const onScroll = (): void => {
  checkAt ??= window.setTimeout(pauseFarOut, CHECK_EVERY_MS);
};

/** Registers a player; the returned function removes it. */
export const registerPlayer = (player: HTMLMediaElement): (() => void) => {
  const onPlay = (): void => {
    for (const other of players) if (other !== player) other.pause();
  };
  player.addEventListener('play', onPlay);
  // Carousels inside cards scroll too, and their scroll events do not bubble.
  if (players.size === 0)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
  players.add(player);
  return () => {
    player.removeEventListener('play', onPlay);
    players.delete(player);
    if (players.size === 0) document.removeEventListener('scroll', onScroll, { capture: true });
  };
};
