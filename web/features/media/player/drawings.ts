// Drawings of the players: preview frames from a sprite sheet, and waveform bars.
import type { Media } from '../viewer/media.ts';

/** The view box, on the sprite sheet, of the frame at a time. */
export const frameAt = (
  { columns, rows, frameWidth, frameHeight, intervalMs }: NonNullable<Media['sprite']>,
  seconds: number,
): string => {
  const index = Math.min(
    columns * rows - 1,
    Math.max(0, Math.floor((seconds * 1_000) / intervalMs)),
  );
  return `${(index % columns) * frameWidth} ${Math.floor(index / columns) * frameHeight} ${frameWidth} ${frameHeight}`;
};

export const WAVE_HEIGHT = 40;

/** Waveform bars around the middle, one for each peak (0 to 100), one unit wide each. */
export const wavePath = (peaks: readonly number[]): string =>
  peaks
    .map((peak, index) => {
      const reach = Math.max(1, (Math.min(100, peak) / 100) * (WAVE_HEIGHT / 2));
      return `M${index + 0.15} ${WAVE_HEIGHT / 2 - reach}h.7v${2 * reach}h-.7z`;
    })
    .join('');
