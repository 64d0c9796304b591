// Where files are dropped or chosen, those on their way, and those that a reload interrupted.
import { ImagePlus, X } from 'lucide-react';
import { type DragEvent, useEffect, useId, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { ALL_KINDS, pickerTypes } from '../upload/accept.ts';
import { problemText } from './problem-text.ts';
import styles from './publish.module.css';
import { discardFile } from '../upload/send-file.ts';
import { listUnfinished, type Unfinished } from '../upload/unfinished.ts';
import { UploadTile } from './UploadTile.tsx';
import type { useUploadQueue } from '../upload/use-upload-queue.ts';

type Props = ReturnType<typeof useUploadQueue>;

export const Attachments = ({ items, queue }: Props) => {
  const id = useId();
  const [over, setOver] = useState(false);
  const add = (files: FileList | null) => {
    for (const { name, problem } of queue.add(files ?? [])) showToast(m.upload_rejected({ name, problem: problemText(problem) }), 'error');
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <div className={styles.pictures}>
      <div
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <ImagePlus aria-hidden />
        <p>{m.publish_drop()}</p>
        <label htmlFor={id} className={styles.choose}>
          {m.publish_choose()}
        </label>
        <input
          id={id}
          type="file"
          multiple
          accept={pickerTypes(ALL_KINDS)}
          className="visually-hidden"
          onChange={({ currentTarget }) => {
            add(currentTarget.files);
            // The same file may be chosen again after it was removed.
            currentTarget.value = '';
          }}
        />
        <p className={styles.hint}>{m.publish_drop_hint()}</p>
      </div>
      <Interrupted chosen={items.map(({ file }) => file)} />
      {items.length > 0 && (
        <ul className={styles.tiles} aria-label={m.publish_files()}>
          {items.map((item, index) => (
            <UploadTile key={item.id} item={item} index={index} queue={queue} />
          ))}
        </ul>
      )}
    </div>
  );
};

/** Uploads that a reload cut short. Only the person can hand the browser the same file again. */
const Interrupted = ({ chosen }: { chosen: readonly File[] }) => {
  const [found, setFound] = useState<readonly Unfinished[]>([]);
  useEffect(() => setFound(listUnfinished()), []);
  const waiting = found.filter(({ name, size, lastModified }) => !chosen.some((file) => file.name === name && file.size === size && file.lastModified === lastModified));
  if (waiting.length === 0) return null;
  return (
    <ul className={styles.tiles} aria-label={m.upload_interrupted_list()}>
      {waiting.map((upload) => (
        <li key={upload.key} className={styles.tile}>
          <p className={styles.tileText}>
            <span className={styles.tileName}>{upload.name}</span>
            <span className={styles.soft}>{m.upload_interrupted()}</span>
          </p>
          <IconButton
            filled
            label={m.upload_discard({ name: upload.name })}
            icon={<X />}
            onClick={() => {
              discardFile(upload);
              setFound(found.filter((one) => one !== upload));
            }}
          />
        </li>
      ))}
    </ul>
  );
};
