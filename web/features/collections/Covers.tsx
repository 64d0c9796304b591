// The pictures of a collection, one beside the other: blurred while they are locked.
import { Layers } from 'lucide-react';
import styles from './collections.module.css';
import type { Collection } from './queries.ts';

export const Covers = ({ covers }: Pick<Collection, 'covers'>) => {
  const pictures = covers.flatMap(({ mdThumb, preview }) => mdThumb ?? preview ?? []);
  return (
    <span className={styles.covers}>
      {pictures.map((picture) => (
        <img key={picture} src={picture} alt="" loading="lazy" decoding="async" />
      ))}
      {pictures.length === 0 && <Layers aria-hidden />}
    </span>
  );
};
