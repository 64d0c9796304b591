// The navigation items of a member: a bar under the thumb on a phone, a sidebar of icons from a
// tablet on, with words where there is room.
import { type ReactNode, Suspense, useState } from 'react';
import {
  Bell,
  Bookmark,
  CalendarDays,
  Compass,
  Heart,
  HeartHandshake,
  LayoutDashboard,
  House,
  Images,
  ListTodo,
  MessageSquare,
  Plus,
  Radio,
  TrendingUp,
  UserRound,
  Vault,
  Wallet,
} from 'lucide-react';
import { useLocation } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { UnreadChats } from '../../features/chats/index.ts';
import { UnreadNotifications } from '../../features/notifications/index.ts';
import { lazyPart } from '../../client/load-part.ts';
import type { User } from '../../client/session/session.ts';
import { markInteractive } from '../../client/early-input.ts';
import { NavItemLink } from './NavItemLink.tsx';
import { isCurrent, isDashboard, type NavItem, type NavItemName, navItemsOf } from './nav-items.ts';
import { LateOverlay } from '../../ui/overlays/LateOverlay.tsx';
import styles from './NavBar.module.css';

const SideMenu = lazyPart(() => import('./SideMenu.tsx'));
// Only administrators load it.
const DashboardNav = lazyPart(() => import('./DashboardNav.tsx'));

const LOOKS: Record<NavItemName, { icon: ReactNode; text: () => string }> = {
  home: { icon: <House />, text: m.home },
  explore: { icon: <Compass />, text: m.explore },
  messages: { icon: <MessageSquare />, text: m.messages_short },
  notifications: { icon: <Bell />, text: m.place_notifications },
  newPost: { icon: <Plus />, text: m.place_new_post },
  earnings: { icon: <TrendingUp />, text: m.menu_earnings },
  posts: { icon: <Images />, text: m.menu_posts },
  calendar: { icon: <CalendarDays />, text: m.calendar_title },
  vault: { icon: <Vault />, text: m.vault_title },
  subscribers: { icon: <HeartHandshake />, text: m.place_subscribers },
  live: { icon: <Radio />, text: m.menu_live },
  wallet: { icon: <Wallet />, text: m.menu_wallet },
  subscriptions: { icon: <Heart />, text: m.menu_subscriptions },
  saved: { icon: <Bookmark />, text: m.saved_title },
  overview: { icon: <LayoutDashboard />, text: m.dsb_overview_title },
  todo: { icon: <ListTodo />, text: m.todo_title },
  me: { icon: <UserRound />, text: m.me },
};

export default function NavBar({ user }: { user: User }) {
  const location = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  const inDashboard = isDashboard(location.pathname);
  const navItems = navItemsOf(user, inDashboard);
  return (
    <nav
      aria-label={m.main_nav()}
      data-nav-bar=""
      data-waiting=""
      ref={markInteractive}
      className={styles.navItems}
    >
      {navItems.map((navItem) => (
        <PlaceItem
          key={navItem.name}
          navItem={navItem}
          current={isCurrent(navItem.to, location)}
          menuOpen={menuOpen}
          onMenu={() => setMenuOpen(true)}
        />
      ))}
      {inDashboard && user.staffRole && (
        <Suspense>
          <DashboardNav user={user} />
        </Suspense>
      )}
      {menuOpen && (
        <LateOverlay>
          <SideMenu onClose={() => setMenuOpen(false)} />
        </LateOverlay>
      )}
    </nav>
  );
}

const PlaceItem = ({
  navItem: { name, to, shown },
  current,
  menuOpen,
  onMenu,
}: {
  navItem: NavItem;
  current: boolean;
  menuOpen: boolean;
  onMenu: () => void;
}) => {
  const { icon, text } = LOOKS[name];
  const inside = (
    <>
      <span className={styles.icon}>
        {icon}
        {name === 'notifications' && <UnreadNotifications />}
        {name === 'messages' && <UnreadChats className={styles.dot} />}
      </span>
      <span className={styles.text}>{text()}</span>
    </>
  );
  const look = { 'data-shown': shown, 'data-place': name };
  return to === null ? (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={menuOpen}
      onClick={onMenu}
      className={styles.navItem}
      {...look}
    >
      {inside}
    </button>
  ) : (
    <NavItemLink to={to} text={text()} current={current} {...look}>
      {inside}
    </NavItemLink>
  );
};
