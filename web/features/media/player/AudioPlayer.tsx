// Plays audio: the server drew its waveform; clicks and arrow keys seek.
import { Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { formatPosition } from '../../../ui/display/formats.ts';
import { WAVE_HEIGHT, wavePath } from './drawings.ts';
import type { Media } from '../viewer/media.ts';
import styles from './AudioPlayer.module.css';
import { Slider } from './Slider.tsx';
import { seekTo, togglePlay, usePlayback } from './use-playback.ts';

export const AudioPlayer = ({
  media,
  label,
  onStale,
}: {
  media: Media;
  label: string;
  onStale: () => void;
}) => {
  const audio = useRef<HTMLAudioElement>(null);
  const { playing, time, duration } = usePlayback(audio);
  const [failed, setFailed] = useState(false);
  const known = duration || (media.durationMs ?? 0) / 1_000;
  const peaks = media.waveform ?? [];
  const path = wavePath(peaks);
  const played = known > 0 ? (time / known) * peaks.length : 0;
  return (
    <div className={styles.audio} role="group" aria-label={label}>
      <audio
        ref={audio}
        src={media.audio ?? undefined}
        preload="none"
        onError={() => setFailed(true)}
        onPlaying={() => setFailed(false)}
      />
      <IconButton
        filled
        label={playing ? m.player_pause() : m.player_play()}
        icon={playing ? <Pause /> : <Play />}
        onClick={() => audio.current && togglePlay(audio.current)}
      />
      <div className={styles.wave}>
        <svg
          viewBox={`0 0 ${Math.max(1, peaks.length)} ${WAVE_HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden
        >
          <clipPath id={`played-${media.id}`}>
            <rect width={played} height={WAVE_HEIGHT} />
          </clipPath>
          <path d={path} className={styles.waveAll} />
          <path d={path} className={styles.wavePlayed} clipPath={`url(#played-${media.id})`} />
        </svg>
        <Slider
          className={styles.seek}
          aria-label={m.player_seek()}
          aria-valuetext={m.player_place({
            time: formatPosition(time),
            duration: formatPosition(known),
          })}
          max={known || 1}
          step={known > 60 ? 1 : 0.25}
          value={time}
          onSlide={(seconds) => audio.current && seekOrBegin(audio.current, seconds)}
        />
      </div>
      <p className={styles.times}>
        <span>{formatPosition(time)}</span>
        <span>{formatPosition(known)}</span>
      </p>
      {failed && (
        <div className={styles.audioFailed} role="alert">
          <p>{m.player_failed_audio()}</p>
          <Button
            onClick={() => {
              setFailed(false);
              onStale();
              audio.current?.load();
            }}
          >
            {m.try_again()}
          </Button>
        </div>
      )}
    </div>
  );
};

/** The audio is loaded on first play. */
const seekOrBegin = (audio: HTMLAudioElement, seconds: number): void => {
  if (audio.readyState >= HTMLMediaElement.HAVE_METADATA) return seekTo(audio, seconds);
  audio.addEventListener('loadedmetadata', () => seekTo(audio, seconds), { once: true });
  audio.preload = 'auto';
  audio.load();
};
