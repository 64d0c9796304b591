// A conversation in the list: who, the last message, when, and how many are unread.
import { BellOff, Image } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { shortCount } from '../../../ui/display/short-count.ts';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { STATUS_TEXTS } from '../../orders/index.ts';
import type { Chat } from '../queries.ts';
import { useTyping } from '../typing.ts';
import styles from './conversations.module.css';

type Props = { chat: Chat; current: boolean; onOpen: (slug: string) => void };

export const ConversationRow = ({ chat, current, onOpen }: Props) => {
  const {
    name,
    domainName,
    profileImage,
    online,
    unreadMessages,
    muted,
    request,
    lastMessageSendAt,
  } = chat;
  return (
    <Link
      to={`/chats/${domainName}`}
      preventScrollReset
      aria-current={current || undefined}
      className={classNames(styles.conversation, unreadMessages > 0 && styles.unread)}
      onClick={(event) => {
        // A new tab, and the like, are the browser's own.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen(domainName);
      }}
    >
      <Avatar name={name} src={profileImage} size="medium" online={online} />
      <span className={styles.texts}>
        <span className={styles.top}>
          <b className={styles.name}>{name}</b>
          {request && <span className={styles.request}>{m.chat_request()}</span>}
          {muted && (
            <span title={m.chat_muted()} className={styles.muted}>
              <BellOff aria-hidden />
              <span className="visually-hidden">{m.chat_muted()}</span>
            </span>
          )}
          <span className={styles.when}>
            <TimeAgo at={lastMessageSendAt} />
          </span>
        </span>
        <span className={styles.bottom}>
          <Last chat={chat} />
          {unreadMessages > 0 && (
            <span className={styles.count}>
              <span aria-hidden>{shortCount(unreadMessages)}</span>
              <span className="visually-hidden">
                {m.chat_unread_count({ count: unreadMessages })}
              </span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
};

const Last = ({ chat }: { chat: Chat }) => {
  const { id, lastMessage, lastMessageMine, lastMessageMedia, lastMessageOrder, lastMessageShow } =
    chat;
  const typing = useTyping(id);
  if (typing)
    return <span className={classNames(styles.last, styles.typing)}>{m.chat_typing()}</span>;
  return (
    <span className={styles.last}>
      {lastMessageMine && `${m.chat_you()}: `}
      {lastMessageMedia && <Image aria-hidden />}
      {lastMessageShow && m.chat_show()}
      {lastMessageOrder
        ? STATUS_TEXTS[lastMessageOrder]()
        : (lastMessage ?? (lastMessageMedia ? m.chat_media() : ''))}
    </span>
  );
};
