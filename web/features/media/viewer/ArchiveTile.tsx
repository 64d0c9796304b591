// An archive with its name and size, for download.
import { Download, FileArchive } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { formatBytes } from '../../../ui/display/formats.ts';
import type { Media } from './media.ts';
import styles from './Tiles.module.css';

export const ArchiveTile = ({ media }: { media: Media }) => (
  <div className={styles.archive}>
    <FileArchive aria-hidden className={styles.archiveIcon} />
    <p className={styles.archiveName}>{media.name ?? m.archive_unnamed()}</p>
    {media.bytes !== null && <p className={styles.soft}>{formatBytes(media.bytes)}</p>}
    <a href={media.download ?? undefined} download className={styles.download}>
      <Download aria-hidden />
      {m.archive_download()}
    </a>
  </div>
);
