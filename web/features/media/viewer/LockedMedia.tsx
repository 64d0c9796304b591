// Locked media: the server's blurred preview, the counts of media, and the unlock action.
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '../../../paraglide/messages.js';
import { AiBadge } from '../../../ui/ai/AiBadge.tsx';
import { AspectRatio } from './AspectRatio.tsx';
import type { Data } from '../../../client/api/api.ts';
import type { Media } from './media.ts';
import { viewBoxOf } from './ratio.ts';
import styles from './LockedMedia.module.css';

/** How many of each kind are locked. */
type Counts = Pick<
  NonNullable<Data<'GET /posts/{id}'>['locked']>,
  'images' | 'videos' | 'audios' | 'files'
>;

const KINDS = [
  ['images', m.post_image_one, m.post_images],
  ['videos', m.post_video_one, m.post_videos],
  ['audios', m.post_audio_one, m.post_audios],
  ['files', m.post_file_one, m.post_files],
] as const;

/** "6 fotos · 1 vídeo". */
export const countsText = (locked: Counts): string =>
  KINDS.flatMap(([kind, one, many]) =>
    locked[kind] === 0 ? [] : locked[kind] === 1 ? one() : many({ count: locked[kind] }),
  ).join(' · ');

/** The strongest of several labels. */
const aiAmong = (medias: readonly Media[]): Media['ai'] =>
  medias.find(({ ai }) => ai?.label === 'generated')?.ai ??
  medias.find(({ ai }) => ai !== null)?.ai ??
  null;

export const LockedMedia = ({
  medias,
  locked,
  flat = false,
  children,
}: {
  medias: readonly Media[];
  locked: Counts;
  /** One height for all media, as in a conversation. */
  flat?: boolean;
  children: ReactNode;
}) => {
  // What everyone sees above it is no secret to hint at, and gives it its height.
  const shown = medias.find(({ free, url, trailer }) => free && (url ?? trailer));
  const cover = medias.find((media) => media !== shown) ?? shown;
  return (
    <AspectRatio
      viewBox={viewBoxOf(shown || flat ? [] : medias, flat ? 4 / 3 : 16 / 9)}
      className={styles.frame}
    >
      {cover?.preview && (
        <img
          src={cover.preview}
          alt=""
          className={styles.preview}
          loading="lazy"
          decoding="async"
        />
      )}
      <div className={styles.lock}>
        <Lock aria-hidden className={styles.icon} />
        {children}
        <p className={styles.counts}>{countsText(locked)}</p>
        <AiBadge ai={aiAmong(medias)} />
      </div>
    </AspectRatio>
  );
};
