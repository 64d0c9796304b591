// An animated picture: a short video without sound that repeats while it is looked at, unless the
// person's system asks for less motion.
import { Maximize2, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Media } from './media.ts';
import styles from './Tiles.module.css';

type Props = {
  media: Media;
  label: string;
  /** Whether it is the one of its strip that is looked at. */
  shown: boolean;
  /** The corner has a counter in it. */
  counted?: boolean;
  /** Shows it over the whole window. */
  onExpand?: () => void;
  /** Asks for new addresses; those at hand do not answer any more. */
  onStale: () => void;
};

/** How much of it has to be on the screen before it moves. */
const VISIBLE_PART = 0.5;
const REDUCED = '(prefers-reduced-motion: reduce)';

const watchMotion = (changed: () => void): (() => void) => {
  const query = matchMedia(REDUCED);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};
/** On the server, which does not know: reduced, so that nothing moves before the page has asked. */
const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    watchMotion,
    () => matchMedia(REDUCED).matches,
    () => true,
  );

export const LoopTile = ({ media, label, shown, counted = false, onExpand, onStale }: Props) => {
  const video = useRef<HTMLVideoElement>(null);
  const reduced = useReducedMotion();
  const [visible, setVisible] = useState(false);
  /** What the person pressed; until then their system decides. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [playing, setPlaying] = useState(false);
  const plays = media.mp4Output !== null && shown && visible && (wanted ?? !reduced);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => setVisible(entry?.isIntersecting ?? false),
      { threshold: VISIBLE_PART },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    // A browser that saves energy refuses: the button is there to press.
    if (plays) void element.play().catch(() => undefined);
    else element.pause();
  }, [plays, media.mp4Output]);

  return (
    <div className={styles.video}>
      <video
        ref={video}
        className={styles.loop}
        aria-label={label}
        src={media.mp4Output ?? undefined}
        poster={media.lgThumb ?? undefined}
        width={media.width ?? undefined}
        height={media.height ?? undefined}
        loop
        muted
        playsInline
        preload={reduced ? 'none' : 'metadata'}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={onStale}
      />
      {media.mp4Output === null ? (
        <p className={styles.rest}>{m.player_loop_waiting()}</p>
      ) : (
        <IconButton
          filled
          className={styles.toggle}
          label={playing ? m.player_pause() : m.player_play()}
          icon={playing ? <Pause /> : <Play />}
          onClick={() => setWanted(!playing)}
        />
      )}
      {onExpand && (
        <IconButton
          filled
          className={classNames(styles.expand, counted && styles.lower)}
          label={m.player_expand()}
          icon={<Maximize2 />}
          onClick={onExpand}
        />
      )}
    </div>
  );
};
