// The pictures of a post its viewer may see: one fills the card, several are swiped; a press opens them full screen.
import { ChevronLeft, ChevronRight, ImageOff } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { Pill } from '../../../ui/display/Pill.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { ThumbhashImage } from '../../../ui/display/ThumbhashImage.tsx';
import type { Post } from '../post-cache.ts';
import { Place } from './Place.tsx';
import { viewBoxOf } from './ratio.ts';
import styles from './PostMedia.module.css';

const MediaViewer = lazy(() => import('./MediaViewer.tsx'));

type Media = Post['medias'][number];

export const PostMedia = ({ post, priority = false }: { post: Post; priority?: boolean }) => {
  const [opened, setOpened] = useState<number | null>(null);
  const [shown, setShown] = useState(0);
  const strip = useRef<HTMLUListElement>(null);
  const total = post.medias.length;

  const go = (to: number) => strip.current?.children[to]?.scrollIntoView({ behavior: 'smooth', inline: 'center', block: 'nearest' });

  return (
    <Place viewBox={viewBoxOf(post.medias)} className={styles.frame}>
      <ul
        ref={strip}
        className={styles.strip}
        onScroll={({ currentTarget }) => setShown(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))}
      >
        {post.medias.map((media, index) => (
          <li key={media.id} className={styles.slide}>
            <Picture media={media} priority={priority && index === 0} label={m.post_media_of({ number: index + 1, total, name: post.profile.exibitionName })} onOpen={() => setOpened(index)} />
          </li>
        ))}
      </ul>
      {total > 1 && (
        <>
          <Pill className={styles.counter}>
            {shown + 1} / {total}
          </Pill>
          {shown > 0 && <IconButton filled className={styles.previous} label={m.post_media_previous()} icon={<ChevronLeft />} onClick={() => go(shown - 1)} />}
          {shown < total - 1 && <IconButton filled className={styles.next} label={m.post_media_next()} icon={<ChevronRight />} onClick={() => go(shown + 1)} />}
        </>
      )}
      {opened !== null && (
        <Suspense fallback={null}>
          <MediaViewer post={post} start={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Place>
  );
};

const Picture = ({ media, label, priority, onOpen }: { media: Media; label: string; priority: boolean; onOpen: () => void }) => {
  if (media.status === 'error') {
    return (
      <div className={styles.notice}>
        <ImageOff aria-hidden />
        <p>{media.errorMessage ?? m.post_media_failed()}</p>
      </div>
    );
  }
  if (!media.url || !media.lgThumb) {
    return (
      <div className={styles.notice}>
        <Spinner />
        <p>{m.post_media_processing()}</p>
      </div>
    );
  }
  return (
    <button type="button" className={styles.open} onClick={onOpen} aria-label={label}>
      <ThumbhashImage
        src={media.lgThumb}
        srcSet={media.mdThumb ? `${media.mdThumb} 480w, ${media.lgThumb} 1280w` : undefined}
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
