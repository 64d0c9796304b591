// The bell: the way to the notifications, with how many are unread.
import { Suspense, useEffect } from 'react';
import { Bell } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { lazyOptionalPart } from '../../client/load-part.ts';
import { IconLink } from '../../ui/actions/IconButton.tsx';
import { CountBadge } from '../../ui/display/CountBadge.tsx';
import { shortCount } from '../../ui/display/short-count.ts';
import { NOTIFICATIONS_PATH } from './paths.ts';
import { useUnread } from './queries.ts';
import { useTitleCount } from './title-count.ts';

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

export const NotificationBell = () => {
  const unread = useUnread();
  useTitleCount(unread);
  useAppBadge(unread);
  const label =
    unread > 0
      ? m.notifications_bell_unread({ count: shortCount(unread) })
      : m.notifications_title();
  return (
    <>
      <IconLink to={NOTIFICATIONS_PATH} viewTransition label={label} icon={<Bell aria-hidden />}>
        <CountBadge count={unread} />
      </IconLink>
      <Suspense>
        <UpdatePrompt />
      </Suspense>
    </>
  );
};

/** The count over the icon of another link to the notifications. */
export const UnreadNotifications = () => {
  const unread = useUnread();
  return (
    <>
      <CountBadge count={unread} />
      {unread > 0 && <span className="visually-hidden">{shortCount(unread)} </span>}
    </>
  );
};
