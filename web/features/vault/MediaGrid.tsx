// A grid of selectable media; on the vault's page a click opens one.
import { CircleAlert, Cog, FileArchive, Layers, Music, Play } from 'lucide-react';
import { useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { formatPosition } from '../../ui/display/formats.ts';
import { ThumbhashImage } from '../../ui/display/ThumbhashImage.tsx';
import { kindOf, nameOf } from '../media/index.ts';
import styles from './MediaGrid.module.css';
import type { VaultItem } from './queries.ts';
import type { Selection } from './use-selection.ts';

type Props = {
  label: string;
  items: readonly VaultItem[];
  selection: Selection;
  /** Without it a click on the picture selects. */
  onOpen?: (item: VaultItem) => void;
  /** Ids that can't be selected. */
  closed?: (item: VaultItem) => boolean;
};

export const MediaGrid = ({ label, items, selection, onOpen, closed }: Props) => (
  <ul
    className={classNames(styles.grid, selection.chosen.length > 0 && styles.choosing)}
    aria-label={label}
  >
    {items.map((item) => (
      <Tile
        key={item.id}
        item={item}
        selection={selection}
        onOpen={onOpen}
        disabled={closed?.(item) ?? false}
      />
    ))}
  </ul>
);

type TileProps = {
  item: VaultItem;
  selection: Selection;
  onOpen: Props['onOpen'];
  disabled: boolean;
};

const Tile = ({ item, selection, onOpen, disabled }: TileProps) => {
  // The change event of a checkbox has no modifier keys, so they come from the click.
  const reach = useRef(false);
  const chosen = selection.has(item.id);
  const name = nameOf(item);
  const box = (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={m.vault_select({ name })}
      checked={chosen}
      disabled={disabled}
      onClick={(event) => {
        reach.current = event.shiftKey;
      }}
      onChange={() => selection.toggle(item, reach.current)}
    />
  );
  return (
    <li className={classNames(styles.tile, chosen && styles.chosen, disabled && styles.closed)}>
      {onOpen ? (
        <button type="button" className={styles.open} onClick={() => onOpen(item)}>
          <span className="visually-hidden">{m.vault_open({ name })}</span>
          <Face item={item} />
        </button>
      ) : (
        <Face item={item} />
      )}
      <label className={onOpen ? styles.corner : styles.whole}>{box}</label>
    </li>
  );
};

const Face = ({ item }: { item: VaultItem }) => {
  const kind = kindOf(item);
  return (
    <>
      <Picture item={item} />
      <span className={styles.facts} aria-hidden>
        {item.durationMs !== null && (
          <span className={styles.fact}>
            {kind === 'audio' ? <Music /> : <Play />}
            {formatPosition(item.durationMs / 1_000)}
          </span>
        )}
        {item.posts > 0 && (
          <span className={styles.fact}>
            <Layers />
            {item.posts}
          </span>
        )}
      </span>
    </>
  );
};

const Picture = ({ item }: { item: VaultItem }) => {
  const kind = kindOf(item);
  if (item.mdThumb)
    return (
      <ThumbhashImage
        src={item.mdThumb}
        alt=""
        width={null}
        height={null}
        thumbhash={item.thumbhash}
        className={styles.picture}
      />
    );
  if (item.status === 'processed' && kind !== 'image') {
    return (
      <span className={styles.sheet}>
        {kind === 'audio' ? <Music aria-hidden /> : <FileArchive aria-hidden />}
        <span className={styles.fileName}>{item.title ?? item.name}</span>
      </span>
    );
  }
  const text =
    item.status === 'error'
      ? m.post_media_failed()
      : item.progress === null
        ? m.post_media_processing()
        : m.post_media_progress({ percent: item.progress });
  return (
    <span className={styles.sheet} title={text}>
      {item.status === 'error' ? (
        <CircleAlert aria-hidden />
      ) : (
        <Cog aria-hidden className={styles.cog} />
      )}
      <span className={styles.fileName}>{text}</span>
    </span>
  );
};
