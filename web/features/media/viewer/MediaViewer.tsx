// The viewer: a group of media over the whole window, with swipe, arrow keys and Esc.
import { ChevronLeft, ChevronRight, Flag, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { useSession } from '../../../client/session/session.ts';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { AiBadge } from '../../../ui/ai/AiBadge.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { labelOf } from './labels.ts';
import { kindOf, type Media, type MediaGroup } from './media.ts';
import { LoopTile } from './LoopTile.tsx';
import { VideoTile } from './VideoTile.tsx';
import styles from './MediaViewer.module.css';

/** `start`: id of the first media to show. */
type Props = { group: MediaGroup; start: string; onClose: () => void };

const isViewable = (media: Media): boolean =>
  !media.removed &&
  (kindOf(media) === 'video' ? (media.m3u8 ?? media.mp4Output) !== null : media.url !== null);

const MediaViewer = ({ group, start, onClose }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const medias = group.medias.filter(isViewable);
  // The initial slide stays fixed while the viewer is open.
  const [first] = useState(() =>
    Math.max(
      0,
      medias.findIndex(({ id }) => id === start),
    ),
  );
  const [shown, setShown] = useState(first);
  const { user } = useSession();
  const own = user?.profile.domainName === group.owner.domainName;
  const media = medias[shown];

  useEffect(() => {
    const node = dialog.current;
    const opener = document.activeElement;
    // Media playing on the page is paused.
    for (const playing of document.querySelectorAll('video')) playing.pause();
    if (node && !node.open) node.showModal();
    strip.current?.children[first]?.scrollIntoView({ inline: 'center' });
    return () => {
      node?.close();
      if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, [first]);

  const go = (to: number) =>
    strip.current?.children[to]?.scrollIntoView({ behavior: 'smooth', inline: 'center' });

  return (
    <dialog
      ref={dialog}
      aria-label={m.post_viewer({ name: group.owner.exibitionName })}
      className={styles.viewer}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') go(Math.min(shown + 1, medias.length - 1));
        if (event.key === 'ArrowLeft') go(Math.max(shown - 1, 0));
      }}
    >
      <header className={styles.head}>
        <Avatar name={group.owner.exibitionName} src={group.owner.profileImage} size="small" />
        <div className={styles.who}>
          <p className={styles.name}>{group.owner.exibitionName}</p>
          <p className={styles.handle}>@{group.owner.domainName}</p>
        </div>
        {medias.length > 1 && (
          <p className={styles.counter} aria-live="polite">
            {shown + 1} / {medias.length}
          </p>
        )}
        {media && !own && (
          <IconButton
            label={m.media_report()}
            icon={<Flag />}
            onClick={() => {
              // Over the viewer it would be behind a dialog that is modal.
              onClose();
              openDialog('report', { targetKind: 'media', targetId: media.id });
            }}
          />
        )}
        <IconButton label={m.close()} icon={<X />} onClick={onClose} />
      </header>
      <div
        ref={strip}
        // A scrollable region must be reachable by keyboard.
        tabIndex={0}
        role="region"
        aria-label={m.post_viewer({ name: group.owner.exibitionName })}
        className={styles.strip}
        onScroll={({ currentTarget }) =>
          setShown(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
        }
      >
        {medias.map((media, index) => (
          <div key={media.id} className={styles.slide}>
            <Slide
              group={group}
              media={media}
              near={Math.abs(index - first) <= 1}
              shown={index === shown}
            />
          </div>
        ))}
      </div>
      <AiBadge ai={media?.ai ?? null} className={styles.ai} />
      {shown > 0 && (
        <IconButton
          filled
          className={styles.previous}
          label={m.post_media_previous()}
          icon={<ChevronLeft />}
          onClick={() => go(shown - 1)}
        />
      )}
      {shown < medias.length - 1 && (
        <IconButton
          filled
          className={styles.next}
          label={m.post_media_next()}
          icon={<ChevronRight />}
          onClick={() => go(shown + 1)}
        />
      )}
    </dialog>
  );
};

export default MediaViewer;

const Slide = ({
  group,
  media,
  near,
  shown,
}: {
  group: MediaGroup;
  media: Media;
  near: boolean;
  shown: boolean;
}) => {
  const { onStale, onWatched } = group;
  const label = labelOf(group, media);
  if (kindOf(media) === 'video') {
    return (
      <div className={styles.video}>
        {media.loops ? (
          <LoopTile media={media} label={label} shown={shown} onStale={onStale} />
        ) : (
          <VideoTile
            media={media}
            label={label}
            shown={shown}
            onStale={onStale}
            onWatched={onWatched}
          />
        )}
      </div>
    );
  }
  return <Picture media={media} label={label} near={near} />;
};

/**
 * The small thumbnail, which most cards have loaded already, stands in until the picture is there.
 */
const Picture = ({ media, label, near }: { media: Media; label: string; near: boolean }) => {
  const [loading, setLoading] = useState(true);
  const thumbnail = media.mdThumb ?? media.lgThumb;
  const size = { width: media.width ?? undefined, height: media.height ?? undefined };
  return (
    <>
      {loading && thumbnail && near && <img src={thumbnail} alt="" {...size} />}
      {loading && <Spinner className={styles.spinner} />}
      <img
        ref={(image) => {
          if (image?.complete) setLoading(false);
        }}
        src={media.url ?? undefined}
        alt={label}
        {...size}
        loading={near ? 'eager' : 'lazy'}
        onLoad={() => setLoading(false)}
        onError={() => setLoading(false)}
      />
    </>
  );
};
