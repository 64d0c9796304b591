// The seek bar of a video, with a preview frame under the pointer.
import { type PointerEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { formatPosition } from '../../../ui/display/formats.ts';
import { frameAt } from './drawings.ts';
import type { Media } from '../viewer/media.ts';
import { Slider } from './Slider.tsx';
import styles from './VideoPlayer.module.css';

type Props = {
  time: number;
  duration: number;
  buffered: number;
  sprite: Media['sprite'];
  onSeek: (seconds: number) => void;
};

export const Scrubber = ({ time, duration, buffered, sprite, onSeek }: Props) => {
  const [pointed, setPointed] = useState<{ seconds: number; share: number } | null>(null);
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
    setPointed({ seconds: share * duration, share });
  };
  const share = (seconds: number) => (duration > 0 ? (seconds / duration) * 100 : 0);
  return (
    <div className={styles.scrubber} onPointerMove={follow} onPointerLeave={() => setPointed(null)}>
      <svg className={styles.line} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
        <rect className={styles.lineWhole} width="100" height="4" />
        <rect className={styles.lineLoaded} width={share(buffered)} height="4" />
        <rect className={styles.linePlayed} width={share(time)} height="4" />
      </svg>
      <Slider
        className={styles.range}
        aria-label={m.player_seek()}
        aria-valuetext={m.player_place({
          time: formatPosition(time),
          duration: formatPosition(duration),
        })}
        max={duration || 1}
        step={duration > 60 ? 1 : 0.25}
        value={time}
        onSlide={onSeek}
      />
      {pointed && duration > 0 && (
        // Rendered in the browser only, where the script may set a style.
        <div
          className={styles.peek}
          ref={(node) => node?.style.setProperty('--at', `${pointed.share * 100}%`)}
          aria-hidden
        >
          {sprite && (
            <svg viewBox={frameAt(sprite, pointed.seconds)} className={styles.peekFrame}>
              <image
                href={sprite.url}
                width={sprite.columns * sprite.frameWidth}
                height={sprite.rows * sprite.frameHeight}
              />
            </svg>
          )}
          <span>{formatPosition(pointed.seconds)}</span>
        </div>
      )}
    </div>
  );
};
