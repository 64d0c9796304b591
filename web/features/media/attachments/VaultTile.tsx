// A media of the vault that is attached to a post.
import { FileArchive, Music, X } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { nameOf } from '../viewer/name.ts';
import { kindOf, type OwnMedia } from '../viewer/media.ts';
import type { SortControls } from '../../../ui/lists/SortableList.tsx';
import styles from './attachments.module.css';

type Props = {
  media: OwnMedia;
  sort: SortControls | null;
  onRemove: () => void;
};

export const VaultTile = ({ media, sort, onRemove }: Props) => {
  const name = nameOf(media);
  return (
    <li {...sort?.item} className={classNames(styles.tile, sort?.item.className)}>
      {sort?.handle}
      <Preview media={media} />
      <div className={styles.tileText}>
        <span className={styles.tileName}>{name}</span>
        <span>{m.vault_from_vault()}</span>
      </div>
      <div className={styles.tileActions}>
        {sort?.earlier}
        {sort?.later}
        <IconButton filled label={m.upload_remove({ name })} icon={<X />} onClick={onRemove} />
      </div>
    </li>
  );
};

const Preview = ({ media }: { media: OwnMedia }) => {
  if (media.mdThumb) return <img src={media.mdThumb} alt="" className={styles.preview} />;
  return kindOf(media) === 'audio' ? (
    <Music aria-hidden className={styles.kind} />
  ) : (
    <FileArchive aria-hidden className={styles.kind} />
  );
};
