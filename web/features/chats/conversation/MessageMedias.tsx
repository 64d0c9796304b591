// The media of a message: thumbnails that open the viewer, players, files, and what is still
// locked.
import { Clock, Play } from 'lucide-react';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatPosition } from '../../../ui/display/formats.ts';
import { AiBadge } from '../../../ui/ai/AiBadge.tsx';
import { LateOverlay } from '../../../ui/overlays/LateOverlay.tsx';
import { ArchiveTile, AudioPlayer, kindOf, type Media, MediaViewer } from '../../media/index.ts';
import type { Message } from '../messages.ts';
import { refreshMessage } from '../refresh.ts';
import styles from './medias.module.css';

/** Its content is there for the viewer. */
export const isOpen = (media: Media): boolean =>
  (media.url ?? media.m3u8 ?? media.mp4Output ?? media.audio ?? media.download) !== null;

type Owner = { exibitionName: string; domainName: string; profileImage: string | null };
type Props = {
  message: Message;
  owner: Owner;
  /** They are from a stranger: blurred until the viewer wants to see them. */
  veiled: boolean;
};

export const MessageMedias = ({ message, owner, veiled }: Props) => {
  const client = useQueryClient();
  const [opened, setOpened] = useState<string | null>(null);
  const [wanted, setWanted] = useState(false);
  const locked = message.paidContent?.locked === true;
  const medias = message.medias.filter((media) => isOpen(media) || !locked);
  if (medias.length === 0) return null;
  const group = { medias, owner, onStale: () => void refreshMessage(client, message.id) };
  if (veiled && !wanted)
    return (
      <div className={styles.veil}>
        {/* Only what is a blur already: nothing sharp is fetched. */}
        {medias.map(({ id, preview }) => (
          <span key={id} className={styles.veiled}>
            {preview ? <img src={preview} alt="" /> : <span className={styles.blank} />}
          </span>
        ))}
        <p className={styles.under}>{m.chat_stranger_media()}</p>
        <Button small onClick={() => setWanted(true)}>
          {m.chat_stranger_show()}
        </Button>
      </div>
    );
  return (
    <div className={styles.medias}>
      {medias.map((media, index) => (
        <span key={media.id} className={styles.tile}>
          <Tile
            media={media}
            label={m.chat_media_of({
              number: index + 1,
              total: medias.length,
              name: owner.exibitionName,
            })}
            onOpen={() => setOpened(media.id)}
            onStale={group.onStale}
          />
          <AiBadge ai={media.ai} className={styles.ai} />
        </span>
      ))}
      {opened !== null && (
        <LateOverlay>
          <MediaViewer group={group} start={opened} onClose={() => setOpened(null)} />
        </LateOverlay>
      )}
    </div>
  );
};

type TileProps = { media: Media; label: string; onOpen: () => void; onStale: () => void };

const Tile = ({ media, label, onOpen, onStale }: TileProps) => {
  const kind = kindOf(media);
  if (kind === 'audio' && media.audio)
    return (
      <div className={styles.wide}>
        <AudioPlayer media={media} label={label} onStale={onStale} />
      </div>
    );
  if (kind === 'archive' && media.download)
    return (
      <div className={styles.wide}>
        <ArchiveTile media={media} />
      </div>
    );
  if (!isOpen(media))
    return (
      <p className={styles.waiting}>
        <Clock aria-hidden />
        {media.status === 'error'
          ? (media.errorMessage ?? m.post_media_failed())
          : m.post_media_processing()}
      </p>
    );
  const picture = media.mdThumb ?? media.preview;
  const length =
    kind === 'video' && media.durationMs !== null ? formatPosition(media.durationMs / 1_000) : null;
  return (
    <button
      type="button"
      className={styles.thumb}
      aria-label={length === null ? label : `${label}, ${length}`}
      onClick={onOpen}
    >
      {picture ? (
        <img
          src={picture}
          alt=""
          width={media.width ?? undefined}
          height={media.height ?? undefined}
          loading="lazy"
          decoding="async"
          onError={onStale}
        />
      ) : (
        <span className={styles.blank} />
      )}
      {kind === 'video' && (
        <span className={styles.play}>
          <Play aria-hidden />
          {length}
        </span>
      )}
    </button>
  );
};
