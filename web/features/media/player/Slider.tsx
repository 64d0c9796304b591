// A range input whose value follows playback.
import type { InputHTMLAttributes } from 'react';

type Props = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'min' | 'onChange' | 'value' | 'max'
> & { max: number; value: number; onSlide: (value: number) => void };

/**
 * From 0 to `max`. Listens to `input` only: React resets the value before the browser's `change`
 * event, which would then seek to the old position.
 */
export const Slider = ({ max, value, onSlide, ...rest }: Props) => (
  <input
    {...rest}
    type="range"
    min={0}
    max={max}
    value={Math.min(value, max)}
    onChange={({ currentTarget, nativeEvent }) => {
      if (nativeEvent.type === 'input') onSlide(Number(currentTarget.value));
    }}
  />
);
