// A video before it plays: poster, duration, and the button that loads the player.
import { Maximize2, Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatPosition } from '../../../ui/display/formats.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { ThumbhashImage } from '../../../ui/display/ThumbhashImage.tsx';
import { srcSetOf } from '../../../ui/display/src-set.ts';
import type { Media } from './media.ts';
import styles from './Tiles.module.css';
import { lazyPart } from '../../../client/load-part.ts';

const load = () => import('../player/VideoPlayer.tsx');
const loadSource = () => import('../player/hls-source.ts');
const VideoPlayer = lazyPart(load);

type Props = {
  media: Media;
  label: string;
  /** Whether it is the current slide. */
  shown: boolean;
  priority?: boolean;
  /** A counter occupies its corner. */
  counted?: boolean;
  /** Opens the viewer. */
  onExpand?: () => void;
  onStale: () => void;
  onWatched?: ((seconds: number) => void) | undefined;
};

/** Preloads the player when a click is likely, so that it starts at once. */
const prepare = () => void Promise.all([load(), loadSource()]).catch(() => undefined);

export const VideoTile = ({
  media,
  label,
  shown,
  priority = false,
  counted = false,
  onExpand,
  onStale,
  onWatched,
}: Props) => {
  const [playing, setPlaying] = useState(false);
  const length = media.durationMs === null ? null : formatPosition(media.durationMs / 1_000);
  const poster = media.lgThumb && (
    <ThumbhashImage
      src={media.lgThumb}
      srcSet={srcSetOf(media)}
      sizes="(max-width: 646px) 100vw, 614px"
      alt=""
      width={media.width}
      height={media.height}
      thumbhash={media.thumbhash}
      priority={priority}
      className={styles.poster}
    />
  );
  return (
    <div className={styles.video}>
      {playing ? (
        <Suspense fallback={<Waiting>{poster}</Waiting>}>
          <VideoPlayer
            media={media}
            label={label}
            shown={shown}
            onStale={onStale}
            onWatched={onWatched}
          />
        </Suspense>
      ) : (
        <button
          type="button"
          className={styles.start}
          aria-label={[m.player_start({ label }), length].filter(Boolean).join(', ')}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => setPlaying(true)}
        >
          {poster}
          <span className={styles.disc}>
            <Play aria-hidden />
          </span>
          {length && <Badge className={styles.length}>{length}</Badge>}
        </button>
      )}
      {media.status === 'processing' && (
        <p className={styles.rest}>
          {media.progress === null
            ? m.player_first_look()
            : m.player_first_look_progress({ percent: media.progress })}
        </p>
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

const Waiting = ({ children }: { children: React.ReactNode }) => (
  <div className={styles.start} aria-busy>
    {children}
    <Spinner className={styles.loading} />
  </div>
);
