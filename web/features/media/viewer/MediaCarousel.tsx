// The media of an accessible post or message: one fills the card, several form a carousel; a click
// opens the viewer.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { AiBadge } from '../../../ui/ai/AiBadge.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { kindOf, type Media, type MediaGroup } from './media.ts';
import { MediaSlide } from './MediaSlide.tsx';
import { AspectRatio } from './AspectRatio.tsx';
import { viewBoxOf } from './ratio.ts';
import styles from './MediaCarousel.module.css';
import { MediaViewer } from '../parts.ts';
import { LateOverlay } from '../../../ui/overlays/LateOverlay.tsx';

/** Proportions of media without a size: audio needs little height, everything else is a square. */
const bareRatio = (medias: MediaGroup['medias']): number => {
  if (medias.every((media) => kindOf(media) === 'audio')) return 2.2;
  return medias[0] && kindOf(medias[0]) !== 'image' ? 16 / 9 : 1;
};

/** Whether a media has nothing yet that could be opened or played. */
const isWaiting = (media: Media): boolean =>
  media.removed || !(media.url ?? media.m3u8 ?? media.mp4Output ?? media.audio ?? media.download);

export const MediaCarousel = ({
  group,
  priority = false,
}: {
  group: MediaGroup;
  priority?: boolean;
}) => {
  const { medias } = group;
  const [opened, setOpened] = useState<string | null>(null);
  const [shown, setShown] = useState(0);
  const strip = useRef<HTMLUListElement>(null);
  const total = medias.length;

  const go = (to: number) =>
    strip.current?.children[to]?.scrollIntoView({
      behavior: 'smooth',
      inline: 'center',
      block: 'nearest',
    });

  return (
    <AspectRatio viewBox={viewBoxOf(medias, bareRatio(medias))} className={styles.frame}>
      <ul
        ref={strip}
        // Nothing in it takes the focus then, so that the keyboard could not scroll it.
        className={classNames(styles.strip, medias.every(isWaiting) && styles.still)}
        onScroll={({ currentTarget }) =>
          setShown(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
        }
      >
        {medias.map((media, index) => (
          <li key={media.id} className={styles.slide}>
            <MediaSlide
              group={group}
              media={media}
              number={index + 1}
              shown={index === shown}
              priority={priority && index === 0}
              onOpen={() => setOpened(media.id)}
            />
            <AiBadge ai={media.ai} className={styles.ai} />
          </li>
        ))}
      </ul>
      {total > 1 && (
        <>
          <Badge className={styles.counter}>
            {shown + 1} / {total}
          </Badge>
          {shown > 0 && (
            <IconButton
              filled
              className={styles.previous}
              label={m.post_media_previous()}
              icon={<ChevronLeft />}
              onClick={() => go(shown - 1)}
            />
          )}
          {shown < total - 1 && (
            <IconButton
              filled
              className={styles.next}
              label={m.post_media_next()}
              icon={<ChevronRight />}
              onClick={() => go(shown + 1)}
            />
          )}
        </>
      )}
      {opened !== null && (
        <LateOverlay>
          <MediaViewer group={group} start={opened} onClose={() => setOpened(null)} />
        </LateOverlay>
      )}
    </AspectRatio>
  );
};
