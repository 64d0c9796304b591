// The words of a tip over the picture, for some seconds; they are read out, too.
import { Gift } from 'lucide-react';
import { tipText } from './ChatMessage.tsx';
import type { RoomMessage } from './queries.ts';
import styles from './room.module.css';

/** Is always there: a live region must be there before its text. */
export const TipToast = ({ message }: { message: RoomMessage | null }) => (
  <div role="status">
    {message && (
      <p key={message.id} className={styles.tipToast}>
        <Gift aria-hidden />
        <span className={styles.tipWords}>
          <b>{message.profile.exibitionName}</b>{' '}
          <span className={styles.tipValue}>{tipText(message)}</span>
          {message.text && <> {message.text}</>}
        </span>
      </p>
    )}
  </div>
);
