// The pages of the dashboard that this administrator may open, in groups, with how many cases wait
// on each; in the sidebar while one of them is open.
import { hasRight } from '@camarim/contract/staff';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { m } from '../../paraglide/messages.js';
import type { User } from '../../client/session/session.ts';
import { openWorkQuery, waitingAt } from '../../features/todo/index.ts';
import { CountBadge } from '../../ui/display/CountBadge.tsx';
import { formatNumber } from '../../ui/display/formats.ts';
import { DASHBOARD_GROUPS } from './dashboard-groups.ts';
import { type MenuPath, menuOf } from './menu.ts';
import { MENU_ENTRIES } from './menu-entries.tsx';
import { NavItemLink } from './NavItemLink.tsx';
import { isCurrent } from './nav-items.ts';
import styles from './NavBar.module.css';

export default function DashboardNav({ user }: { user: User }) {
  const location = useLocation();
  const pages = menuOf(user).find(({ key }) => key === 'dashboard')?.paths ?? [];
  const first = useRef<HTMLSpanElement>(null);
  const { pathname } = location;
  const { data: counts = [], refetch } = useQuery({
    ...openWorkQuery(),
    enabled: hasRight(user.staffRole, 'todo.decide'),
  });
  // A decision on the page before may have changed them.
  useEffect(() => {
    if (hasRight(user.staffRole, 'todo.decide')) void refetch();
  }, [pathname, user.staffRole, refetch]);
  // There are more pages than a screen is high: the present one is scrolled to within the sidebar.
  useEffect(() => {
    const present = first.current?.parentElement?.querySelector('a[aria-current]');
    present?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <>
      <span ref={first} hidden />
      {DASHBOARD_GROUPS.map(({ title, paths }) => ({
        title: title(),
        paths: paths.filter((path) => pages.includes(path)),
      }))
        .filter(({ paths }) => paths.length > 0)
        .map(({ title, paths }) => (
          <Fragment key={title}>
            <p className={styles.heading}>{title}</p>
            {paths.map((path) => (
              <Entry
                key={path}
                path={path}
                current={isCurrent(path, location)}
                waiting={waitingAt(counts, path)}
              />
            ))}
          </Fragment>
        ))}
    </>
  );
}

const Entry = ({
  path,
  current,
  waiting,
}: {
  path: MenuPath;
  current: boolean;
  waiting: number;
}) => (
  <NavItemLink
    to={path}
    text={MENU_ENTRIES[path].text()}
    current={current}
    data-shown="side"
    data-dense=""
  >
    <span className={styles.icon}>
      {MENU_ENTRIES[path].icon}
      <CountBadge count={waiting} />
    </span>
    <span className={styles.text}>
      {MENU_ENTRIES[path].text()}
      {waiting > 0 && (
        <span className="visually-hidden"> {m.todo_waiting({ count: formatNumber(waiting) })}</span>
      )}
    </span>
  </NavItemLink>
);
