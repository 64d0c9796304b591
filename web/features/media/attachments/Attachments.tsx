// Attaching media: drag and drop, file picker, vault, the attached items, and uploads that a reload
// interrupted.
import { POST_MEDIAS_MAX } from '@camarim/contract/limits';
import { Archive, ImagePlus, X } from 'lucide-react';
import { type ComponentType, type DragEvent, useEffect, useId, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { SortableList } from '../../../ui/lists/SortableList.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { ALL_KINDS, pickerTypes } from '../upload/accept.ts';
import { kindOf, type Media, type VaultItem } from '../viewer/media.ts';
import { type Attachment, isAudio } from './attachment.ts';
import { problemText } from './problem-text.ts';
import { LateOverlay } from '../../../ui/overlays/LateOverlay.tsx';
import styles from './attachments.module.css';
import { discardFile } from '../upload/send-file.ts';
import { listUnfinished, type UnfinishedUpload } from '../upload/unfinished.ts';
import { UploadTile } from './UploadTile.tsx';
import type { RejectedFile, UploadQueue } from '../upload/upload-queue.ts';
import { VaultTile } from './VaultTile.tsx';

/** Names of the files that share a problem. */
const NAMES_SHOWN = 3;

/** What selects media of the vault. */
export type PickerProps = {
  /** Ids of media that the post has already. */
  taken: ReadonlySet<string>;
  /** How many more media the post accepts. */
  room: number;
  /** The post has its one audio. */
  hasAudio: boolean;
  onPick: (items: readonly VaultItem[]) => void;
  onClose: () => void;
};

type Props = {
  attached: readonly Attachment[];
  queue: UploadQueue;
  /** Media that the post has already. */
  there?: readonly Media[];
  /** Moves an item, by its positions in `attached`; absent where the order has no meaning. */
  onMove?: (from: number, to: number) => void;
  /** Adds and removes media of the vault; absent where the vault is not offered. */
  vault?: {
    Picker: ComponentType<PickerProps>;
    pick: (medias: readonly VaultItem[]) => void;
    unpick: (id: string) => void;
  };
};

export const Attachments = ({ attached, queue, there = [], onMove, vault }: Props) => {
  const id = useId();
  const [over, setOver] = useState(false);
  const [picking, setPicking] = useState(false);
  const picked = attached.filter((one) => 'media' in one);
  const recorded = there.some((media) => kindOf(media) === 'audio');
  const room = POST_MEDIAS_MAX - there.length - attached.length;
  const add = (files: FileList | null) => {
    const rejected = queue.add(files ?? [], {
      medias: there.length + picked.length,
      audio: recorded || picked.some(isAudio),
    });
    // One toast per problem, because only two toasts are visible at once.
    for (const [problem, refused] of Map.groupBy(rejected, (one) => one.problem))
      showToast(
        m.upload_rejected({ name: namesOf(refused), problem: problemText(problem) }),
        'error',
      );
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
        <div className={styles.sources}>
          <label htmlFor={id} className={styles.choose}>
            {m.publish_choose()}
          </label>
          {vault && (
            <Button small variant="line" disabled={room <= 0} onClick={() => setPicking(true)}>
              <Archive aria-hidden />
              {m.vault_pick_from()}
            </Button>
          )}
        </div>
        <input
          id={id}
          type="file"
          multiple
          accept={pickerTypes(ALL_KINDS)}
          className="visually-hidden"
          onChange={({ currentTarget }) => {
            add(currentTarget.files);
            // Resets the input, so that the same file can be chosen again after its removal.
            currentTarget.value = '';
          }}
        />
        <details className={styles.hint}>
          <summary>{m.publish_drop_which()}</summary>
          <p>{m.publish_drop_hint()}</p>
        </details>
      </div>
      <Interrupted chosen={attached.flatMap((one) => ('upload' in one ? one.upload.file : []))} />
      {attached.length > 0 && (
        <SortableList
          label={m.publish_files()}
          items={attached}
          keyOf={({ id: key }) => key}
          onMove={onMove}
          layout="column"
          className={styles.tiles}
        >
          {(one, sort) =>
            'upload' in one ? (
              <UploadTile key={one.id} item={one.upload} queue={queue} sort={sort} />
            ) : (
              <VaultTile
                key={one.id}
                media={one.media}
                sort={sort}
                onRemove={() => vault?.unpick(one.id)}
              />
            )
          }
        </SortableList>
      )}
      {picking && vault && (
        <LateOverlay>
          <vault.Picker
            taken={new Set([...there, ...attached].map(({ id: taken }) => taken))}
            room={room}
            hasAudio={recorded || attached.some(isAudio)}
            onPick={vault.pick}
            onClose={() => setPicking(false)}
          />
        </LateOverlay>
      )}
    </div>
  );
};

/** "a.exe, b.exe, c.exe +2". */
const namesOf = (refused: readonly RejectedFile[]): string => {
  const names = refused
    .slice(0, NAMES_SHOWN)
    .map(({ name }) => name)
    .join(', ');
  return refused.length > NAMES_SHOWN ? `${names} +${refused.length - NAMES_SHOWN}` : names;
};

/** Uploads that a reload interrupted. Only the person can select the same file again. */
const Interrupted = ({ chosen }: { chosen: readonly File[] }) => {
  const [found, setFound] = useState<readonly UnfinishedUpload[]>([]);
  useEffect(() => setFound(listUnfinished()), []);
  const waiting = found.filter(
    ({ name, size, lastModified }) =>
      !chosen.some(
        (file) => file.name === name && file.size === size && file.lastModified === lastModified,
      ),
  );
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
