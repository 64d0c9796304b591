// The folders of the vault: a list beside the media, on phones a strip above them.
import { Archive, Folder as FolderIcon, FolderPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { formatCount } from '../../ui/display/formats.ts';
import { FolderDialog } from './FolderDialog.tsx';
import styles from './Folders.module.css';
import type { Folders as All } from './queries.ts';

type Props = {
  folders: All;
  /** Folder id, "none" for media outside of folders, or undefined for all. */
  current: string | undefined;
  /** The URL of a folder. */
  addressOf: (folder: string | undefined) => string;
};

export const Folders = ({ folders: { folders, all, loose }, current, addressOf }: Props) => {
  const [naming, setNaming] = useState(false);
  const entry = (folder: string | undefined, name: string, count: number, face: ReactNode) => (
    <li key={folder ?? 'all'}>
      <Link
        to={addressOf(folder)}
        replace
        preventScrollReset
        className={styles.entry}
        aria-current={current === folder ? 'page' : undefined}
      >
        <span className={styles.face}>{face}</span>
        <span className={styles.name}>{name}</span>
        <span className={styles.count}>{formatCount(count)}</span>
      </Link>
    </li>
  );
  return (
    <nav className={styles.folders} aria-label={m.vault_folders()}>
      <ul className={styles.list}>
        {entry(undefined, m.vault_all(), all, <Archive aria-hidden />)}
        {entry('none', m.vault_loose(), loose, <FolderIcon aria-hidden />)}
        {folders.map(({ id, name, medias, cover }) =>
          entry(
            id,
            name,
            medias,
            cover ? <img src={cover} alt="" loading="lazy" /> : <FolderIcon aria-hidden />,
          ),
        )}
      </ul>
      <Button small variant="line" className={styles.add} onClick={() => setNaming(true)}>
        <FolderPlus aria-hidden />
        {m.vault_folder_new()}
      </Button>
      {naming && <FolderDialog folder={null} onClose={() => setNaming(false)} />}
    </nav>
  );
};
