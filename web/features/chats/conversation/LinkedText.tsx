// The text of a message. Its links can be pressed when they are from someone whom the viewer
// follows; from others they are text, because a link is what most frauds begin with.
import { partsOf } from '@camarim/contract/post-text';
import styles from './messages.module.css';

export const LinkedText = ({ text, linked }: { text: string; linked: boolean }) =>
  linked
    ? partsOf(text).map(({ kind, text: part, value }, index) =>
        kind === 'link' ? (
          <a
            key={index}
            href={value}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className={styles.link}
          >
            {part}
          </a>
        ) : (
          part
        ),
      )
    : text;
