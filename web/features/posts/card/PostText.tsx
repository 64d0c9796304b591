// The text of a post; a long one is opened by the reader.
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import styles from './PostCard.module.css';

const SHORT = 280;

export const PostText = ({ text }: { text: string }) => {
  const [whole, setWhole] = useState(false);
  const long = text.length > SHORT;
  return (
    <p className={styles.text}>
      {whole || !long ? text : `${text.slice(0, SHORT).trimEnd()}… `}
      {long && (
        <button type="button" className={styles.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? m.post_read_less() : m.post_read_more()}
        </button>
      )}
    </p>
  );
};
