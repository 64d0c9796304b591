// The header of every page: logo and menu, and on the right what this person may do.
import { useState } from 'react';
import { Compass, Menu } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { ButtonLink } from '../../ui/actions/Button.tsx';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useDialogAddress } from '../../client/navigation.ts';
import { useSession } from '../../client/session/session.ts';
import { LateOverlay } from '../../ui/overlays/LateOverlay.tsx';
import styles from './Header.module.css';
import { HeaderSearch } from './HeaderSearch.tsx';
import { Logo } from './Logo.tsx';
import { lazyPart } from '../../client/load-part.ts';
import { LatePart } from '../../client/LatePart.tsx';

// Visitors, who come first and on slow lines, don't load what members see.
const MemberActions = lazyPart(() => import('./MemberActions.tsx'));
const SideMenu = lazyPart(() => import('./SideMenu.tsx'));

const VisitorActions = () => {
  const login = useDialogAddress('login');
  const register = useDialogAddress('register');
  return (
    <>
      <Link to="/?explore" viewTransition className={classNames(styles.link, styles.explore)}>
        <Compass aria-hidden />
        <span>{m.explore()}</span>
      </Link>
      <Link to="/account/request" className={classNames(styles.link, styles.desktopOnly)}>
        {m.become_model()}
      </Link>
      <ButtonLink to={login} preventScrollReset small className={styles.join}>
        {m.login()}
      </ButtonLink>
      <ButtonLink to={register} preventScrollReset variant="main" small className={styles.join}>
        <span className={styles.wideOnly}>{m.register_free()}</span>
        <span className={styles.narrowOnly}>{m.register_short()}</span>
      </ButtonLink>
    </>
  );
};

export const Header = () => {
  const { user } = useSession();
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <IconButton
          className={styles.toggle}
          label={m.menu()}
          icon={<Menu />}
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(true)}
        />
        <Logo />
        <span className={styles.space} />
        <HeaderSearch />
        {user ? (
          <LatePart>
            <MemberActions user={user} />
          </LatePart>
        ) : (
          <VisitorActions />
        )}
      </div>
      {menuOpen && (
        <LateOverlay>
          <SideMenu onClose={() => setMenuOpen(false)} />
        </LateOverlay>
      )}
    </header>
  );
};
