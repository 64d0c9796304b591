// A line with a knob whose value is what plays, not what was pressed.
import type { InputHTMLAttributes } from 'react';

type Props = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'min' | 'onChange' | 'value' | 'max'
> & { max: number; value: number; onSlide: (value: number) => void };

/**
 * From 0 to `max`. Only `input` is listened to: the player follows a moment later, so that React
 * has put the old value back when the browser's `change` comes, which would ask for that one.
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
