// A media in processing or failed: a dark tile with the reason. Source: specification section 4,
// Media tiles.
import { CircleAlert, Cog } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import type { Media } from './media.ts';
import styles from './Tiles.module.css';

export const WaitingTile = ({ media }: { media: Media }) => {
  if (media.status === 'error') {
    const text = media.errorMessage ?? m.post_media_failed();
    return (
      <div className={styles.waiting} title={text}>
        <CircleAlert aria-hidden className={styles.alert} />
        <p>{text}</p>
      </div>
    );
  }
  const text =
    media.progress === null
      ? m.post_media_processing()
      : m.post_media_progress({ percent: media.progress });
  return (
    <div className={styles.waiting} title={text}>
      <Cog aria-hidden className={styles.cog} />
      <p>{text}</p>
      {media.progress !== null && (
        <ProgressBar
          label={text}
          value={media.progress}
          max={100}
          className={styles.progress ?? ''}
        />
      )}
    </div>
  );
};
