// The media in which a person is declared, to look at and to choose from. Pictures are blurred
// until the person wants to see them, because the page may be opened where others look on.
import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileArchive, Image, Music, Video } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import styles from './performers.module.css';
import { type ConsentChange, type OwnMedia, ownMediasQuery } from './queries.ts';

const ICONS = { image: Image, video: Video, audio: Music, archive: FileArchive };

const MediaCard = ({
  media: { id, kind, preview, posts, messages, withdrawn, createdAt },
  clear,
  chosen,
  onChoose,
}: {
  media: OwnMedia;
  clear: boolean;
  chosen: boolean;
  onChoose: ((id: string) => void) | null;
}) => {
  const Icon = ICONS[kind];
  const gone = withdrawn.includes('post') && withdrawn.includes('message');
  const label = m.consent_media({ day: formatDay(createdAt), posts, messages });
  return (
    <li className={styles.media}>
      <span className={styles.picture}>
        {preview ? (
          <img src={preview} alt="" className={clear ? undefined : styles.blurred} />
        ) : (
          <Icon aria-hidden />
        )}
      </span>
      {onChoose && !gone ? (
        <Checkbox label={label} checked={chosen} onChange={() => onChoose(id)} />
      ) : (
        <span>{label}</span>
      )}
      {gone && <span className={styles.soft}>{m.consent_state_withdrawn()}</span>}
    </li>
  );
};

export const OwnMedias = ({
  token,
  onWithdraw,
}: {
  token: string;
  /** Null: the record has ended. */
  onWithdraw: ((change: ConsentChange) => void) | null;
}) => {
  const { data, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    ownMediasQuery(token),
  );
  const [clear, setClear] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const medias = data?.pages.flat() ?? [];
  const choose = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  if (isPending) return <Spinner />;
  if (medias.length === 0) return <p className={styles.soft}>{m.consent_medias_none()}</p>;
  return (
    <>
      <p className={styles.buttons}>
        <Button small variant="line" aria-pressed={clear} onClick={() => setClear(!clear)}>
          {clear ? m.consent_medias_blur() : m.consent_medias_show()}
        </Button>
        {onWithdraw && chosen.length > 0 && (
          <Button
            small
            variant="line"
            onClick={() => onWithdraw({ kind: 'withdraw', mediaIds: chosen })}
          >
            {m.consent_medias_withdraw({ count: chosen.length })}
          </Button>
        )}
      </p>
      <ul className={styles.medias}>
        {medias.map((media) => (
          <MediaCard
            key={media.id}
            media={media}
            clear={clear}
            chosen={chosen.includes(media.id)}
            onChoose={onWithdraw && choose}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="line" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.consent_medias_more()}
        </Button>
      )}
    </>
  );
};
