// One notification: who, what, when, and whether it is read. Opening it marks it as read.
import type { NotificationGroup } from '@camarim/contract/features/notifications/kinds';
import {
  Banknote,
  Check,
  Clapperboard,
  Crown,
  HandCoins,
  Heart,
  Images,
  MessageCircle,
  Wallet,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { TimeAgo } from '../../ui/display/TimeAgo.tsx';
import type { Notification } from './queries.ts';
import styles from './notifications.module.css';

const ICONS: Record<NotificationGroup, ReactNode> = {
  sales: <HandCoins />,
  payouts: <Banknote />,
  comments: <MessageCircle />,
  audience: <Heart />,
  newPosts: <Images />,
  subscriptions: <Crown />,
  wallet: <Wallet />,
  studio: <Clapperboard />,
};

type Props = { notification: Notification; onRead: (id: Notification['id']) => void };

export const NotificationRow = ({ notification, onRead }: Props) => {
  const { id, group, from, message, text, link, read, createdAt } = notification;
  const markRead = () => {
    if (!read) onRead(id);
  };
  const content = (
    <>
      <span className={styles.picture}>
        {from ? (
          <Avatar
            name={from.exibitionName}
            src={from.profileMediaThumbs?.mdThumb ?? from.profileImage}
            size="medium"
          />
        ) : (
          <span className={styles.ground} />
        )}
        <span aria-hidden className={classNames(styles.kind, !from && styles.alone)}>
          {ICONS[group]}
        </span>
      </span>
      <span className={styles.words}>
        <span>
          {!read && <span className="visually-hidden">{m.notification_unread()} </span>}
          {message}
        </span>
        {text && <q className={styles.quote}>{text}</q>}
        <span className={styles.when}>
          <TimeAgo at={createdAt} />
        </span>
      </span>
    </>
  );
  return (
    <article className={classNames(styles.row, !read && styles.unread)}>
      {link ? (
        <Link to={link} viewTransition className={styles.body} onClick={markRead}>
          {content}
        </Link>
      ) : (
        <div className={styles.body}>{content}</div>
      )}
      {!read && (
        <IconButton label={m.notification_mark_read()} icon={<Check />} onClick={markRead} />
      )}
    </article>
  );
};
