// The bell: the way to the notifications, with how many are unread.
import { Suspense, useEffect } from 'react';
import { Bell } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { lazyOptionalPart } from '../../client/load-part.ts';
import { classNames } from '../../ui/class-names.ts';
import { NOTIFICATIONS_PATH } from './paths.ts';
import { useUnread } from './queries.ts';
import { shortCount, useTitleCount } from './title-count.ts';
import styles from './Bell.module.css';

// Members alone install the site and get pushes; the code comes after the page.
const UpdatePrompt = lazyOptionalPart(() => import('./UpdatePrompt.tsx'));

/** The count on the icon of an installed site. */
const useAppBadge = (unread: number): void => {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // Refused where the site is not installed, which changes nothing.
    void (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(
      () => undefined,
    );
  }, [unread]);
};

export const NotificationBell = ({ className }: { className?: string | undefined }) => {
  const unread = useUnread();
  useTitleCount(unread);
  useAppBadge(unread);
  const label =
    unread > 0
      ? m.notifications_bell_unread({ count: shortCount(unread) })
      : m.notifications_title();
  return (
    <>
      <Link
        to={NOTIFICATIONS_PATH}
        viewTransition
        aria-label={label}
        title={label}
        className={classNames(styles.bell, className)}
      >
        <Bell aria-hidden />
        <Count unread={unread} />
      </Link>
      <Suspense>
        <UpdatePrompt />
      </Suspense>
    </>
  );
};

const Count = ({ unread }: { unread: number }) =>
  unread > 0 && (
    <span aria-hidden className={styles.count}>
      {shortCount(unread)}
    </span>
  );

/** The count over the icon of another link to the notifications. */
export const UnreadNotifications = () => {
  const unread = useUnread();
  return (
    <>
      <Count unread={unread} />
      {unread > 0 && <span className="visually-hidden">{shortCount(unread)} </span>}
    </>
  );
};
