// What players draw: the frame of a place from a sheet of frames, and the bars of a waveform.
import type { Media } from '../media/media.ts';

/** The view box of the frame that shows a place, on the sheet. */
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

/**
 * Bars around the middle, one for each peak (0 to 100), in a picture as wide as there are peaks.
 */
export const wavePath = (peaks: readonly number[]): string =>
  peaks
    .map((peak, index) => {
      const reach = Math.max(1, (Math.min(100, peak) / 100) * (WAVE_HEIGHT / 2));
      return `M${index + 0.15} ${WAVE_HEIGHT / 2 - reach}h.7v${2 * reach}h-.7z`;
    })
    .join('');
