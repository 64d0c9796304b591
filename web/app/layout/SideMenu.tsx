// The side menu: who I am, where I may go, language and theme, and the way out.
import { type ReactNode, useState } from 'react';
import { Compass, EyeOff, LogIn, LogOut, UserPlus, Volume2, VolumeX } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { Drawer } from '../../ui/overlays/Drawer.tsx';
import { useDialogAddress } from '../../client/navigation.ts';
import { toggleSounds, useAudible } from '../../client/sounds/audible.ts';
import { setPrivate } from './privacy.ts';
import { endSession, type User, useSession } from '../../client/session/session.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';
import { addressOf } from '../access.ts';
import { menuOf } from './menu.ts';
import { MENU_ENTRIES } from './menu-entries.tsx';
import styles from './SideMenu.module.css';

export default function SideMenu({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const login = useDialogAddress('login');
  const register = useDialogAddress('register');
  const [leaving, setLeaving] = useState(false);

  return (
    <Drawer side="left" title={user ? m.menu() : 'Camarim'} onClose={onClose}>
      {user && <Who user={user} onClick={onClose} />}
      <nav aria-label={m.menu()}>
        {!user && (
          <ul>
            <Entry to={register} icon={<UserPlus />} text={m.register_free()} onClick={onClose} />
            <Entry to={login} icon={<LogIn />} text={m.login()} onClick={onClose} />
            <Entry to="/?explore" icon={<Compass />} text={m.explore()} onClick={onClose} />
          </ul>
        )}
        {/* The bar of creators on a phone has no room for it. */}
        {user?.profile.producer && (
          <ul>
            <Entry to="/?explore" icon={<Compass />} text={m.explore()} onClick={onClose} />
          </ul>
        )}
        {menuOf(user).map((section) => (
          <section key={section.key}>
            {section.title && <h3 className={styles.heading}>{section.title}</h3>}
            <ul>
              {section.paths.map((path) => (
                <Entry
                  key={path}
                  to={addressOf(path)}
                  icon={MENU_ENTRIES[path].icon}
                  text={MENU_ENTRIES[path].text()}
                  onClick={onClose}
                />
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <hr className={styles.divider} />
      <LanguageChoice />
      <ThemeChoice />
      <hr className={styles.divider} />
      <button
        type="button"
        className={styles.entry}
        onClick={() => {
          onClose();
          setPrivate(true);
        }}
      >
        <EyeOff aria-hidden />
        <span>
          {m.privacy_mode()}
          <small className={styles.note}>{m.privacy_keys()}</small>
        </span>
      </button>
      {user && <SoundEntry />}
      {user && (
        <button type="button" className={styles.entry} onClick={() => setLeaving(true)}>
          <LogOut aria-hidden />
          {m.logout()}
        </button>
      )}
      {leaving && (
        <ConfirmDialog
          title={m.logout_title()}
          confirmLabel={m.logout()}
          onConfirm={endSession}
          onClose={() => setLeaving(false)}
        >
          {m.logout_text()}
        </ConfirmDialog>
      )}
    </Drawer>
  );
}

/** Producers have a page of their own, which it leads to. */
const Who = ({ user: { profile }, onClick }: { user: User; onClick: () => void }) => {
  const inside = (
    <>
      <Avatar
        name={profile.exibitionName}
        src={profile.profileMediaThumbs?.mdThumb ?? profile.profileImage}
        size="medium"
      />
      <div className={styles.names}>
        <b>{profile.exibitionName}</b>
        <span>@{profile.domainName}</span>
      </div>
    </>
  );
  return profile.producer ? (
    <Link to={`/${profile.domainName}`} viewTransition className={styles.who} onClick={onClick}>
      {inside}
    </Link>
  ) : (
    <div className={styles.who}>{inside}</div>
  );
};

/** On a phone the header has no room for it. */
const SoundEntry = () => {
  const audible = useAudible();
  return (
    <button
      type="button"
      aria-pressed={audible}
      className={styles.entry}
      onClick={() => toggleSounds(audible)}
    >
      {audible ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
      {audible ? m.sounds_mute() : m.sounds_unmute()}
    </button>
  );
};

const Entry = ({
  to,
  icon,
  text,
  onClick,
}: {
  to: string | { pathname: string; search: string };
  icon: ReactNode;
  text: string;
  onClick: () => void;
}) => (
  <li>
    <Link to={to} viewTransition className={styles.entry} onClick={onClick}>
      {icon}
      {text}
    </Link>
  </li>
);
