// The free preview above a lock: the picture that everyone sees, or the trailer of a video.
import { m } from '../../../paraglide/messages.js';
import { AiBadge } from '../../../ui/ai/AiBadge.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { AspectRatio } from './AspectRatio.tsx';
import styles from './FreePreview.module.css';
import type { MediaGroup } from './media.ts';
import { MediaCarousel } from './MediaCarousel.tsx';
import { viewBoxOf } from './ratio.ts';

/** `group` has the one media that is the free preview. */
export const FreePreview = ({ group }: { group: MediaGroup }) => {
  const [media] = group.medias;
  if (!media) return null;
  const label = media.trailer ? m.free_preview_trailer() : m.free_preview();
  return (
    <div className={styles.preview}>
      {media.trailer ? (
        <AspectRatio viewBox={viewBoxOf(group.medias, 16 / 9)}>
          <video
            src={media.trailer}
            poster={media.preview ?? undefined}
            controls
            playsInline
            preload="metadata"
            aria-label={m.free_preview_trailer_of({ name: group.owner.exibitionName })}
            className={styles.video}
            onError={group.onStale}
          />
        </AspectRatio>
      ) : (
        <MediaCarousel group={group} />
      )}
      <span className={styles.label}>
        <Badge>{label}</Badge>
        {media.trailer && <AiBadge ai={media.ai} />}
      </span>
    </div>
  );
};
