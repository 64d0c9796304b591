// The gallery of a profile: tiles that link to their posts, with the owner's actions (show, hide,
// delete).
import { postPath } from '@camarim/contract/post-path';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleAlert, Cog, Eye, EyeOff, Images, Lock, Play, Trash2 } from 'lucide-react';
import { use, useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { ApiError } from '../../client/api/errors.ts';
import { SeenAs } from '../../client/session/session.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AiBadge } from '../../ui/ai/AiBadge.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatCountdown } from '../../ui/display/formats.ts';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import styles from './Gallery.module.css';
import { type GalleryItem, galleryQuery, useDeleteFromPost, useShowInGallery } from './queries.ts';

type Owner = { id: string; domainName: string; exibitionName: string };

export default function Gallery({ profile, own }: { profile: Owner; own: boolean }) {
  const {
    data,
    isPending,
    isError,
    isFetching,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery(galleryQuery(profile.id, own, use(SeenAs)));
  const items = data?.pages.flatMap((page) => page.data) ?? [];
  if (isError && items.length === 0)
    return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  if (!isPending && items.length === 0)
    return (
      <EmptyState
        icon={<Images aria-hidden />}
        title={m.gallery_empty({ name: profile.exibitionName })}
      />
    );
  return (
    <section className={styles.gallery} aria-label={m.gallery_title()} aria-busy={isPending}>
      <ul className={styles.tiles}>
        {items.map((item, index) => (
          <li
            key={item.id}
            className={classNames(styles.tile, !item.showInGalery && styles.hidden)}
          >
            <Tile item={item} profile={profile} number={index + 1} />
            {own && <OwnerActions item={item} number={index + 1} />}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="line" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.gallery_more()}
        </Button>
      )}
    </section>
  );
}

const reasonOf = ({ removed, errorMessage }: GalleryItem): string =>
  removed ? m.media_removed_mine() : (errorMessage ?? m.post_media_failed());

/** What the picture alone doesn't say; the length and the state of a media are visible texts. */
const nameOf = (item: GalleryItem, number: number, name: string): string =>
  item.locked && item.status !== 'error'
    ? m.gallery_tile_locked({ number, name })
    : m.gallery_tile({ number, name });

const lengthOf = (durationMs: number): string => formatCountdown(durationMs / 1_000);

const Tile = ({ item, profile, number }: { item: GalleryItem; profile: Owner; number: number }) => {
  const picture =
    item.status === 'error' || item.removed
      ? null
      : item.locked
        ? item.preview
        : (item.mdThumb ?? item.preview);
  const name = profile.exibitionName;
  return (
    <Link to={postPath(profile.domainName, item.postId)} className={styles.link}>
      <span className="visually-hidden">{nameOf(item, number, name)}</span>
      {picture ? (
        <img src={picture} alt="" loading="lazy" decoding="async" className={styles.picture} />
      ) : (
        <ProcessingTile item={item} />
      )}
      {item.locked && <Lock aria-hidden className={styles.lock} />}
      <AiBadge ai={item.ai} className={styles.ai} />
      {item.durationMs !== null && (
        <span className={styles.length}>
          <Play aria-hidden />
          {lengthOf(item.durationMs)}
        </span>
      )}
    </Link>
  );
};

/** A media that is not ready or failed: a dark tile with the reason. */
const ProcessingTile = ({ item }: { item: GalleryItem }) => {
  const failed = item.status === 'error' || item.removed;
  return (
    <span className={styles.working}>
      {failed ? <CircleAlert aria-hidden className={styles.failed} /> : <Cog aria-hidden />}
      <span className={styles.why}>{failed ? reasonOf(item) : m.post_media_processing()}</span>
    </span>
  );
};

const OwnerActions = ({ item, number }: { item: GalleryItem; number: number }) => {
  const [asking, setAsking] = useState(false);
  const show = useShowInGallery();
  const remove = useDeleteFromPost();
  const loading = show.isPending || remove.isPending;
  const shown = item.showInGalery;
  return (
    <div className={styles.actions}>
      {item.status !== 'error' && (
        <IconButton
          filled
          disabled={loading}
          aria-pressed={shown}
          label={shown ? m.gallery_hide({ number }) : m.gallery_show({ number })}
          icon={shown ? <Eye /> : <EyeOff />}
          onClick={() =>
            show.mutate(
              { id: item.id, shown: !shown },
              {
                onSuccess: () =>
                  showToast(shown ? m.gallery_hidden() : m.gallery_shown(), 'success'),
              },
            )
          }
        />
      )}
      <IconButton
        filled
        disabled={loading}
        label={m.gallery_delete({ number })}
        icon={<Trash2 />}
        onClick={() => setAsking(true)}
      />
      {asking && (
        <ConfirmDialog
          title={m.gallery_delete_title()}
          confirmLabel={m.gallery_delete_title()}
          consequences={m.post_delete_consequences()}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove
              .mutateAsync(item)
              .catch((error: unknown) =>
                showToast(
                  error instanceof ApiError ? error.message : m.gallery_delete_failed(),
                  'error',
                ),
              )
          }
        >
          {m.gallery_delete_text()}
        </ConfirmDialog>
      )}
    </div>
  );
};
