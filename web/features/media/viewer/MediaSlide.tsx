// One media of a group; an image is a button that opens the viewer.
import { m } from '../../../paraglide/messages.js';
import { ThumbhashImage } from '../../../ui/display/ThumbhashImage.tsx';
import { srcSetOf } from '../../../ui/display/src-set.ts';
import { kindOf, type Media, type MediaGroup } from './media.ts';
import styles from './Picture.module.css';
import { lazyPart } from '../../../client/load-part.ts';
import { LatePart } from '../../../client/LatePart.tsx';

const OtherMedia = lazyPart(() => import('./OtherMedia.tsx'));

type Props = {
  group: MediaGroup;
  media: Media;
  number: number;
  shown: boolean;
  priority?: boolean;
  onOpen: () => void;
};

export const MediaSlide = ({ group, media, number, shown, priority = false, onOpen }: Props) => {
  if (media.removed || kindOf(media) !== 'image' || !media.url || !media.lgThumb) {
    return (
      <LatePart name={media.id}>
        <OtherMedia group={group} media={media} shown={shown} priority={priority} onOpen={onOpen} />
      </LatePart>
    );
  }
  return (
    <button
      type="button"
      className={styles.open}
      onClick={onOpen}
      aria-label={m.post_media_of({
        number,
        total: group.medias.length,
        name: group.owner.exibitionName,
      })}
    >
      <ThumbhashImage
        src={media.lgThumb}
        srcSet={srcSetOf(media)}
        sizes="(max-width: 646px) 100vw, 614px"
        alt=""
        width={media.width}
        height={media.height}
        thumbhash={media.thumbhash}
        priority={priority}
        className={styles.picture}
      />
    </button>
  );
};
