// One picture on its way: what it is, how far it has come, and what can be done about it.
import { ArrowUpToLine, RotateCw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { problemText } from './problem-text.ts';
import styles from './publish.module.css';
import type { UploadItem, UploadQueue } from './upload-queue.ts';

export const UploadTile = ({ item, index, queue }: { item: UploadItem; index: number; queue: UploadQueue }) => {
  const { file, state, progress, problem } = item;
  const percent = Math.round(progress * 100);
  return (
    <li className={styles.tile}>
      <Preview file={file} />
      <div className={styles.tileText} role="status">
        {state === 'failed' && problem ? <span className={styles.problem}>{problemText(problem)}</span> : <span>{state === 'done' ? m.upload_done() : state === 'waiting' ? m.upload_waiting() : m.upload_sending({ percent })}</span>}
        {state === 'uploading' && <ProgressBar label={file.name} value={percent} max={100} />}
      </div>
      <div className={styles.tileActions}>
        {index > 0 && state !== 'failed' && <IconButton filled label={m.upload_first()} icon={<ArrowUpToLine />} onClick={() => queue.move(item.id, 0)} />}
        {state === 'failed' && problem !== 'size' && <IconButton filled label={m.upload_retry()} icon={<RotateCw />} onClick={() => queue.retry(item.id)} />}
        <IconButton filled label={state === 'uploading' ? m.upload_cancel({ name: file.name }) : m.upload_remove({ name: file.name })} icon={<X />} onClick={() => queue.remove(item.id)} />
      </div>
    </li>
  );
};

const Preview = ({ file }: { file: File }) => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address ? <img src={address} alt={file.name} className={styles.preview} /> : null;
};
