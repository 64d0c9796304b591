// One message of the chat of a room: a text, a tip, or an item of the menu.
import { BadgeCheck, Check, Crown, Gift, Shield, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RoomMark } from '@camarim/contract/features/lives/room';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatMoney } from '../../../ui/display/formats.ts';
import type { RoomMessage } from './queries.ts';
import type { OutgoingMessage } from './use-outgoing-messages.ts';
import styles from './chat.module.css';

const MARKS: Record<RoomMark, { icon: ReactNode; text: () => string }> = {
  producer: { icon: <BadgeCheck />, text: m.live_mark_producer },
  moderator: { icon: <Shield />, text: m.live_mark_moderator },
  subscriber: { icon: <Star />, text: m.live_mark_subscriber },
  topTipper: { icon: <Crown />, text: m.live_mark_top },
};

export const Marks = ({ marks }: { marks: readonly RoomMark[] }) =>
  marks.map((mark) => (
    <span
      key={mark}
      role="img"
      aria-label={MARKS[mark].text()}
      title={MARKS[mark].text()}
      className={styles.mark}
      data-mark={mark}
    >
      {MARKS[mark].icon}
    </span>
  ));

/** What a tip says of itself: its amount, and for what it is. */
export const tipText = ({ tip }: RoomMessage): string | null => {
  if (!tip) return null;
  const value = formatMoney(tip.value);
  return tip.item
    ? m.live_message_item({ value, item: tip.item.label })
    : m.live_message_tip({ value });
};

export const ChatMessage = ({
  message,
  mine,
  onChoose,
}: {
  message: RoomMessage;
  mine: boolean;
  onChoose: () => void;
}) => {
  const { profile, text, tip } = message;
  const given = tipText(message);
  return (
    <div className={classNames(styles.message, tip && styles.tip)}>
      <button
        type="button"
        className={classNames(styles.author, mine && styles.own)}
        onClick={onChoose}
        aria-haspopup="dialog"
      >
        {profile.exibitionName}
        <Marks marks={profile.marks} />
      </button>
      {given !== null && (
        <span className={styles.given}>
          <Gift aria-hidden />
          {given}
          {tip?.done && (
            <span className={styles.done}>
              <Check aria-hidden />
              {m.live_item_done()}
            </span>
          )}
        </span>
      )}
      {text && <span className={styles.text}>{text}</span>}
    </div>
  );
};

export const OutgoingRow = ({
  message,
  name,
  onRetry,
  onDiscard,
}: {
  message: OutgoingMessage;
  name: string;
  onRetry: () => void;
  onDiscard: () => void;
}) => (
  <div
    className={classNames(styles.message, styles.outgoing)}
    data-state={message.problem ? 'failed' : 'sending'}
  >
    <span className={classNames(styles.author, styles.own)}>{name}</span>
    <span className={styles.text}>{message.text}</span>
    {message.problem && (
      <span role="alert" className={styles.failed}>
        <span>{message.problem}</span>
        <Button variant="text" small onClick={onRetry}>
          {m.try_again()}
        </Button>
        <Button variant="text" small onClick={onDiscard}>
          {m.live_message_discard()}
        </Button>
      </span>
    )}
  </div>
);
