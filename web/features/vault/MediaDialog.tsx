// One media of the vault: preview, details, and the posts that use it.
import { postPath } from '@camarim/contract/post-path';
import { useQuery } from '@tanstack/react-query';
import { Download, FolderInput, Pencil, Send, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import type { Data } from '../../client/api/api.ts';
import { useSession, useTimeZone } from '../../client/session/session.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { DescriptionList } from '../../ui/display/DescriptionList.tsx';
import { formatMoment, formatMoney, formatPosition } from '../../ui/display/formats.ts';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { ThumbhashImage } from '../../ui/display/ThumbhashImage.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { AudioPlayer, kindOf, LoopTile, nameOf, VideoTile, WaitingTile } from '../media/index.ts';
import { fieldOf } from '../../ui/fields/local-time.ts';
import styles from './MediaDialog.module.css';
import { MediaOrigin } from './MediaOrigin.tsx';
import { usageQuery, type VaultItem } from './queries.ts';

type Props = {
  item: VaultItem;
  /** Folder id; null: outside of folders. */
  folderName: string | null;
  onStale: () => void;
  onTitle: () => void;
  onUse: () => void;
  onMove: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

export const MediaDialog = ({
  item,
  folderName,
  onStale,
  onTitle,
  onUse,
  onMove,
  onDiscard,
  onClose,
}: Props) => {
  const timeZone = useTimeZone();
  const facts: [string, string][] = [
    ...(item.title !== null && item.name !== null
      ? [[m.vault_file_name(), item.name] as [string, string]]
      : []),
    [m.vault_added(), formatMoment(item.createdAt, timeZone)],
    ...(item.width !== null && item.height !== null
      ? [[m.vault_size(), `${item.width} × ${item.height}`] as [string, string]]
      : []),
    ...(item.durationMs !== null
      ? [[m.vault_length(), formatPosition(item.durationMs / 1_000)] as [string, string]]
      : []),
    [m.vault_folder(), folderName ?? m.vault_loose()],
  ];
  return (
    <Dialog title={item.title ?? item.name ?? nameOf(item)} size="container" onClose={onClose}>
      <div className={styles.columns}>
        <div className={styles.face}>
          <Large item={item} onStale={onStale} />
        </div>
        <div className={styles.about}>
          <DescriptionList items={facts} className={styles.facts} />
          <p className={styles.soft}>{item.kept ? m.vault_kept() : m.vault_not_kept()}</p>
          <MediaOrigin item={item} />
          <Usage id={item.id} />
          <div className={styles.actions}>
            <Button variant="main" small disabled={item.status === 'error'} onClick={onUse}>
              <Send aria-hidden />
              {m.vault_use()}
            </Button>
            <Button small onClick={onTitle}>
              <Pencil aria-hidden />
              {item.title === null ? m.vault_media_title_give() : m.vault_media_title_change()}
            </Button>
            <Button small onClick={onMove}>
              <FolderInput aria-hidden />
              {item.kept ? m.vault_move() : m.vault_keep()}
            </Button>
            {(item.kept || item.posts === 0) && (
              <Button small onClick={onDiscard}>
                <Trash2 aria-hidden />
                {m.vault_delete_short()}
              </Button>
            )}
          </div>
        </div>
      </div>
    </Dialog>
  );
};

const Large = ({ item, onStale }: { item: VaultItem; onStale: () => void }) => {
  const kind = kindOf(item);
  const label = nameOf(item);
  if (item.loops && (item.m3u8 ?? item.mp4Output) !== null)
    return <LoopTile media={item} label={label} shown onStale={onStale} />;
  if (kind === 'video' && (item.m3u8 ?? item.mp4Output) !== null)
    return <VideoTile media={item} label={label} shown onStale={onStale} />;
  if (kind === 'audio' && item.audio)
    return <AudioPlayer media={item} label={label} onStale={onStale} />;
  if (kind === 'archive' && item.download) {
    return (
      <a href={item.download} download className={styles.download}>
        <Download aria-hidden />
        {m.vault_download()}
      </a>
    );
  }
  if (item.lgThumb)
    return (
      <ThumbhashImage
        src={item.lgThumb}
        alt={label}
        width={item.width}
        height={item.height}
        thumbhash={item.thumbhash}
        className={styles.picture}
      />
    );
  return <WaitingTile media={item} />;
};

/** Where the owner finds a post: on its page once it is published. */
const addressOf = (
  { id, draft, archived, startWhen }: Data<'GET /vault/medias/{id}/posts'>[number],
  domainName: string,
  timeZone: string,
): string => {
  if (draft || archived) return `/posts?tab=${draft ? 'waiting' : 'archived'}`;
  return Date.parse(startWhen) > Date.now()
    ? `/posts/calendar?day=${fieldOf(startWhen, timeZone).slice(0, 10)}`
    : postPath(domainName, id);
};

const Usage = ({ id }: { id: string }) => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(usageQuery(id));
  const { user } = useSession();
  const timeZone = useTimeZone();
  if (isPending) return <Skeleton />;
  if (isError) return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  if (data.length === 0) return <p className={styles.soft}>{m.vault_in_no_post()}</p>;
  return (
    <section aria-label={m.vault_in_posts()}>
      <h3 className={styles.subtitle}>{m.vault_in_posts()}</h3>
      <ul className={styles.posts}>
        {data.map((post) => {
          const state = post.draft
            ? m.vault_post_draft()
            : post.archived
              ? m.vault_post_archived()
              : formatMoment(post.startWhen, timeZone);
          return (
            <li key={post.id}>
              <Link
                to={addressOf(post, user?.profile.domainName ?? '', timeZone)}
                className={styles.post}
              >
                <span className={styles.words}>{post.text || m.vault_post_wordless()}</span>
                <span className={styles.soft}>
                  {state}
                  {post.price !== null && ` · ${formatMoney(post.price)}`}
                  {!post.public && ` · ${m.post_for_members()}`}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
