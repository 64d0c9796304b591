// The text of a post with its links, tags and mentions; a long one is opened by the reader.
import { partsOf, type TextPart } from '@camarim/contract/post-text';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { shorten } from '../../../ui/display/shorten.ts';
import styles from './PostCard.module.css';

const SHORT = 280;

/** Nodes, never markup: what people wrote is only ever text. */
const nodeOf = ({ kind, text, value }: TextPart, key: number): ReactNode => {
  if (kind === 'text') return text;
  if (kind === 'link') {
    return (
      <a key={key} href={value} target="_blank" rel="noopener noreferrer nofollow ugc" className={styles.inText}>
        {text}
      </a>
    );
  }
  return (
    <Link key={key} to={kind === 'tag' ? `/tags/${encodeURIComponent(value)}` : `/${value}`} className={styles.inText}>
      {text}
    </Link>
  );
};

export const PostText = ({ text }: { text: string }) => {
  const [whole, setWhole] = useState(false);
  const long = text.length > SHORT;
  return (
    <p className={styles.text}>
      {partsOf(whole ? text : shorten(text, SHORT)).map(nodeOf)}{' '}
      {long && (
        <button type="button" className={styles.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? m.post_read_less() : m.post_read_more()}
        </button>
      )}
    </p>
  );
};
