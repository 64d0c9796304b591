// One file being uploaded: preview, progress and actions.
import { mediaKindOf } from '@camarim/contract/limits';
import { FileArchive, Music, RotateCw, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatBytes } from '../../../ui/display/formats.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { problemText } from './problem-text.ts';
import type { SortControls } from '../../../ui/lists/SortableList.tsx';
import styles from './attachments.module.css';
import type { UploadItem, UploadQueue } from '../upload/upload-queue.ts';

const NO_RETRY: readonly UploadItem['problem'][] = ['size', 'imageSize'];

const subscribeToOnline = (changed: () => void): (() => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

/** Whether the browser is online. */
const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribeToOnline,
    () => navigator.onLine,
    () => true,
  );

type Props = {
  item: UploadItem;
  queue: UploadQueue;
  /** Null or absent where there is nothing to put in order. */
  sort?: SortControls | null;
};

export const UploadTile = ({ item, queue, sort }: Props) => {
  const { file, state, progress, problem } = item;
  const percent = Math.round(progress * 100);
  return (
    <li {...sort?.item} className={classNames(styles.tile, sort?.item.className)}>
      {sort?.handle}
      <Preview file={file} contentType={item.contentType} />
      <div className={styles.tileText}>
        <span className={styles.tileName}>
          {file.name} <span className={styles.soft}>{formatBytes(file.size)}</span>
        </span>
        <State state={state} problem={problem} percent={percent} />
        {state === 'uploading' && <ProgressBar label={file.name} value={percent} max={100} />}
      </div>
      <div className={styles.tileActions}>
        {sort?.earlier}
        {sort?.later}
        {state === 'failed' && !NO_RETRY.includes(problem) && (
          <IconButton
            filled
            label={m.upload_retry()}
            icon={<RotateCw />}
            onClick={() => queue.retry(item.id)}
          />
        )}
        <IconButton
          filled
          label={
            state === 'uploading'
              ? m.upload_cancel({ name: file.name })
              : m.upload_remove({ name: file.name })
          }
          icon={<X />}
          onClick={() => queue.remove(item.id)}
        />
      </div>
    </li>
  );
};

const State = ({
  state,
  problem,
  percent,
}: Pick<UploadItem, 'state' | 'problem'> & { percent: number }) => {
  const online = useOnline();
  if (state === 'failed' && problem) {
    return (
      <span className={styles.problem} role="alert">
        {problemText(problem)}
      </span>
    );
  }
  if (state === 'done') return <span role="status">{m.upload_done()}</span>;
  if (!online) return <span role="status">{m.upload_offline()}</span>;
  // Not a live region, because the progress bar is accessible by itself.
  return <span>{state === 'waiting' ? m.upload_waiting() : m.upload_sending({ percent })}</span>;
};

const Preview = ({ file, contentType }: { file: File; contentType: string }) => {
  const kind = mediaKindOf(contentType);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (kind !== 'image' && kind !== 'video') return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file, kind]);
  if (kind === 'audio') return <Music aria-hidden className={styles.kind} />;
  if (kind === 'archive') return <FileArchive aria-hidden className={styles.kind} />;
  if (!address) return <span className={styles.kind} />;
  return kind === 'video' ? (
    <video
      src={address}
      muted
      playsInline
      preload="metadata"
      aria-hidden
      className={styles.preview}
    />
  ) : (
    <img src={address} alt={file.name} className={styles.preview} />
  );
};
