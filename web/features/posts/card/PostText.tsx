// The text of a post with links, tags and mentions; a long one is collapsed.
import { partsOf, type TextPart } from '@camarim/contract/post-text';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { askToJoinFor } from '../../../client/navigation.ts';
import { useSession } from '../../../client/session/session.ts';
import { shorten } from '../../../ui/display/shorten.ts';
import styles from './PostCard.module.css';

const SHORT = 280;

/** Returns nodes, never markup, so user content stays text. */
const nodeOf = ({ kind, text, value }: TextPart, key: number): ReactNode => {
  if (kind === 'text') return text;
  if (kind === 'link') {
    return (
      <a
        key={key}
        href={value}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className={styles.inText}
      >
        {text}
      </a>
    );
  }
  if (kind === 'tag') return <Tag key={key} text={text} value={value} />;
  return (
    <Link key={key} to={`/${value}`} className={styles.inText}>
      {text}
    </Link>
  );
};

/**
 * Links a tag to its page for members; visitors get the log-in dialog instead, because tag pages
 * are for members.
 */
const Tag = ({ text, value }: Pick<TextPart, 'text' | 'value'>) => {
  const { user } = useSession();
  const page = `/tags/${encodeURIComponent(value)}`;
  if (user) {
    return (
      <Link to={page} className={styles.inText}>
        {text}
      </Link>
    );
  }
  return (
    <button type="button" className={styles.inText} onClick={() => askToJoinFor(page)}>
      {text}
    </button>
  );
};

type Props = {
  text: string;
  /** Nothing is collapsed, however long the text is. */
  whole?: boolean;
};

export const PostText = ({ text, whole: always = false }: Props) => {
  const [whole, setWhole] = useState(always);
  const long = !always && text.length > SHORT;
  return (
    <p className={styles.text}>
      {partsOf(whole ? text : shorten(text, SHORT)).map(nodeOf)}{' '}
      {long && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? m.post_read_less() : m.post_read_more()}
        </button>
      )}
    </p>
  );
};
