// An animated image: a muted video that loops while it is visible, unless the system prefers
// reduced motion.
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
  /** Whether it is the current slide. */
  shown: boolean;
  /** A counter occupies its corner. */
  counted?: boolean;
  /** Opens the viewer. */
  onExpand?: () => void;
  /** The media URLs have expired: requests new ones. */
  onStale: () => void;
};

/** The visible share of the element from which it plays. */
const VISIBLE_PART = 0.5;
const REDUCED = '(prefers-reduced-motion: reduce)';

const watchMotion = (changed: () => void): (() => void) => {
  const query = matchMedia(REDUCED);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};
/**
 * On the server: reduced motion, so that nothing moves before the browser's preference is known.
 */
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
  /** The person's own choice; null: the system's preference. */
  const [userChoice, setUserChoice] = useState<boolean | null>(null);
  const [playing, setPlaying] = useState(false);
  const plays = media.mp4Output !== null && shown && visible && (userChoice ?? !reduced);

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
    // Browsers in power-saving mode refuse to play; the button remains.
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
          onClick={() => setUserChoice(!playing)}
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
