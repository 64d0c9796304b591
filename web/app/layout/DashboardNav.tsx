// The pages of the dashboard that this administrator may open, in the sidebar while one of them is.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { m } from '../../paraglide/messages.js';
import type { User } from '../../client/session/session.ts';
import { menuOf } from './menu.ts';
import { MENU_ENTRIES } from './menu-entries.tsx';
import { NavItemLink } from './NavItemLink.tsx';
import { isCurrent } from './nav-items.ts';
import styles from './NavBar.module.css';

export default function DashboardNav({ user }: { user: User }) {
  const location = useLocation();
  const pages = menuOf(user).find(({ key }) => key === 'dashboard')?.paths ?? [];
  const heading = useRef<HTMLParagraphElement>(null);
  const { pathname } = location;
  // There are more pages than a screen is high: the present one is scrolled to within the sidebar.
  useEffect(() => {
    const present = heading.current?.parentElement?.querySelector('a[aria-current]');
    present?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <>
      <p ref={heading} className={styles.heading}>
        {m.menu_dashboard()}
      </p>
      {pages.map((path) => (
        <NavItemLink
          key={path}
          to={path}
          text={MENU_ENTRIES[path].text()}
          current={isCurrent(path, location)}
          data-shown="side"
        >
          <span className={styles.icon}>{MENU_ENTRIES[path].icon}</span>
          <span className={styles.text}>{MENU_ENTRIES[path].text()}</span>
        </NavItemLink>
      ))}
    </>
  );
}
