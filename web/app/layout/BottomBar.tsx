// The five places of a signed-in person, under the thumb on a phone.
import { type ReactNode, Suspense, useState } from 'react';
import { Compass, House, MessageSquare, UserRound, Wallet } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { markInteractive } from './early-press.ts';
import type { User } from '../../client/session/session.ts';
import { pageExists } from '../access.ts';
import styles from './BottomBar.module.css';
import { lazyPart } from '../../client/load-part.ts';

const SideMenu = lazyPart(() => import('./SideMenu.tsx'));

export default function BottomBar({ user }: { user: User }) {
  const { pathname, search } = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);

  const exploring = new URLSearchParams(search).has('explore');
  const own = `/${user.profile.domainName}`;
  return (
    <nav
      aria-label={m.main_places()}
      data-bottom-bar
      data-waiting=""
      ref={markInteractive}
      className={styles.bar}
    >
      <BottomBarItem
        to="/"
        current={pathname === '/' && !exploring}
        icon={<House />}
        text={m.home()}
      />
      <BottomBarItem
        to="/?explore"
        current={pathname === '/' && exploring}
        icon={<Compass />}
        text={m.explore()}
      />
      {pageExists('/chats') && (
        <BottomBarItem
          to="/chats"
          current={pathname === '/chats'}
          icon={<MessageSquare />}
          text={m.messages_short()}
          dot={user.chatNotification}
        />
      )}
      <BottomBarItem
        to="/wallet"
        current={pathname === '/wallet'}
        icon={<Wallet />}
        text={m.menu_wallet()}
      />
      {user.profile.producer ? (
        <BottomBarItem to={own} current={pathname === own} icon={<UserRound />} text={m.me()} />
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          className={styles.place}
          onClick={() => setMenuOpen(true)}
        >
          <UserRound aria-hidden />
          {m.me()}
        </button>
      )}
      {menuOpen && (
        <Suspense>
          <SideMenu onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}

const BottomBarItem = ({
  to,
  current,
  icon,
  text,
  dot = false,
}: {
  to: string;
  current: boolean;
  icon: ReactNode;
  text: string;
  dot?: boolean;
}) => (
  <Link to={to} viewTransition aria-current={current ? 'page' : undefined} className={styles.place}>
    {icon}
    {text}
    {dot && (
      <span className={styles.dot}>
        <span className="visually-hidden">{m.messages_unread()}</span>
      </span>
    )}
  </Link>
);
