// Pictures of a post over the whole screen, under the author's name: swipe, arrow keys, Esc.
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import type { Post } from '../post-cache.ts';
import styles from './MediaViewer.module.css';

type Props = { post: Post; start: number; onClose: () => void };

const MediaViewer = ({ post, start, onClose }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(start);
  const pictures = post.medias.filter((media) => media.url !== null);

  useEffect(() => {
    const node = dialog.current;
    const opener = document.activeElement;
    if (node && !node.open) node.showModal();
    strip.current?.children[start]?.scrollIntoView({ inline: 'center' });
    return () => {
      node?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [start]);

  const go = (to: number) => strip.current?.children[to]?.scrollIntoView({ behavior: 'smooth', inline: 'center' });

  return (
    <dialog
      ref={dialog}
      aria-label={m.post_viewer({ name: post.profile.exibitionName })}
      className={styles.viewer}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') go(Math.min(shown + 1, pictures.length - 1));
        if (event.key === 'ArrowLeft') go(Math.max(shown - 1, 0));
      }}
    >
      <header className={styles.head}>
        <Avatar name={post.profile.exibitionName} src={post.profile.profileImage} size="small" />
        <div className={styles.who}>
          <p className={styles.name}>{post.profile.exibitionName}</p>
          <p className={styles.handle}>@{post.profile.domainName}</p>
        </div>
        {pictures.length > 1 && (
          <p className={styles.counter} aria-live="polite">
            {shown + 1} / {pictures.length}
          </p>
        )}
        <IconButton label={m.close()} icon={<X />} onClick={onClose} />
      </header>
      <ul
        ref={strip}
        className={styles.strip}
        onScroll={({ currentTarget }) => setShown(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))}
      >
        {pictures.map((media, index) => (
          <li key={media.id} className={styles.slide}>
            <img
              src={media.url ?? undefined}
              alt={m.post_media_of({ number: index + 1, total: pictures.length, name: post.profile.exibitionName })}
              width={media.width ?? undefined}
              height={media.height ?? undefined}
              loading={Math.abs(index - start) > 1 ? 'lazy' : 'eager'}
            />
          </li>
        ))}
      </ul>
      {shown > 0 && <IconButton filled className={styles.previous} label={m.post_media_previous()} icon={<ChevronLeft />} onClick={() => go(shown - 1)} />}
      {shown < pictures.length - 1 && <IconButton filled className={styles.next} label={m.post_media_next()} icon={<ChevronRight />} onClick={() => go(shown + 1)} />}
    </dialog>
  );
};

export default MediaViewer;
