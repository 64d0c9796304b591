// A media of the vault that is attached to a post.
import { ArrowUpToLine, FileArchive, Music, X } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { nameOf } from '../viewer/name.ts';
import { kindOf, type VaultItem } from '../viewer/media.ts';
import styles from './attachments.module.css';

type Props = {
  media: VaultItem;
  index: number;
  onFirst?: (() => void) | undefined;
  onRemove: () => void;
};

export const VaultTile = ({ media, index, onFirst, onRemove }: Props) => {
  const name = nameOf(media);
  return (
    <li className={styles.tile}>
      <Preview media={media} />
      <div className={styles.tileText}>
        <span className={styles.tileName}>{name}</span>
        <span>{m.vault_from_vault()}</span>
      </div>
      <div className={styles.tileActions}>
        {onFirst && index > 0 && (
          <IconButton filled label={m.upload_first()} icon={<ArrowUpToLine />} onClick={onFirst} />
        )}
        <IconButton filled label={m.upload_remove({ name })} icon={<X />} onClick={onRemove} />
      </div>
    </li>
  );
};

const Preview = ({ media }: { media: VaultItem }) => {
  if (media.mdThumb) return <img src={media.mdThumb} alt="" className={styles.preview} />;
  return kindOf(media) === 'audio' ? (
    <Music aria-hidden className={styles.kind} />
  ) : (
    <FileArchive aria-hidden className={styles.kind} />
  );
};
