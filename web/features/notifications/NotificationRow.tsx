// One entry: who, what, on which post, when, and whether it is read. Opening it marks as read all
// that it is about.
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
  MessagesSquare,
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
import { actorsOf, type GroupedType, type SameActs } from './same-acts.ts';
import styles from './notifications.module.css';

const ICONS: Record<NotificationGroup, ReactNode> = {
  sales: <HandCoins />,
  messages: <MessagesSquare />,
  payouts: <Banknote />,
  comments: <MessageCircle />,
  audience: <Heart />,
  newPosts: <Images />,
  subscriptions: <Crown />,
  wallet: <Wallet />,
  studio: <Clapperboard />,
};

const MANY: Record<GroupedType, (inputs: { names: string }) => string> = {
  like: m.notifications_liked_many,
  comment: m.notifications_commented_many,
  follow: m.notifications_followed_many,
};

const sentenceOf = (acts: SameActs): string => {
  const actors = actorsOf(acts);
  if (!actors) return acts.newest.message;
  const { type, names, others } = actors;
  const [one = '', other = ''] = names;
  return MANY[type]({
    names:
      others === 0
        ? m.notifications_two_people({ one, other })
        : m.notifications_more_people({ one, other, count: others }),
  });
};

type Props = { acts: SameActs; onRead: (ids: Notification['id'][]) => void };

export const NotificationRow = ({ acts, onRead }: Props) => {
  const { group, from, text, post, link, createdAt } = acts.newest;
  const unread = acts.all.flatMap(({ id, read }) => (read ? [] : [id]));
  const read = unread.length === 0;
  const markRead = () => {
    if (!read) onRead(unread);
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
          {sentenceOf(acts)}
        </span>
        {post?.text && <span className={styles.post}>{post.text}</span>}
        {text && <q className={styles.quote}>{text}</q>}
        <span className={styles.when}>
          <TimeAgo at={createdAt} />
        </span>
      </span>
      {post?.thumb && <img src={post.thumb} alt="" loading="lazy" className={styles.thumb} />}
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
