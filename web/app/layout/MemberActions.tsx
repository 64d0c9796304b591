// The right side of the header for who is logged in: messages, balance, on air, sound, own page.
import { Plus, TrendingUp, Volume2, VolumeX } from 'lucide-react';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { centavos } from '@camarim/contract/money';
import { ChatsButton } from '../../features/chats/index.ts';
import { earningsQuery, walletQuery } from '../../features/funds/index.ts';
import { NotificationBell } from '../../features/notifications/index.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { openDialog } from '../../client/dialogs.ts';
import { toggleSounds, useAudible } from '../../client/sounds/audible.ts';
import type { User } from '../../client/session/session.ts';
import { pageExists } from '../access.ts';
import styles from './Header.module.css';

const WalletButton = ({ className }: { className: string | undefined }) => {
  const { data: wallet } = useQuery(walletQuery());
  return (
    <Button
      small
      className={classNames(styles.wallet, className)}
      onClick={() => openDialog('wallet', {})}
      title={m.wallet_add_funds()}
    >
      {wallet ? <Money value={wallet.balance} /> : <span className={styles.noBalance}>—</span>}
      <span className="visually-hidden">{m.wallet_add_funds()}</span>
      <Plus aria-hidden />
    </Button>
  );
};

/**
 * A producer's wide phone shows what was earned, which the bar below leads to; the wallet is in the
 * menu.
 */
const EarningsLink = () => {
  const { data: earnings } = useQuery(earningsQuery());
  return (
    <ButtonLink to="/earnings" small className={classNames(styles.wallet, styles.widePhoneOnly)}>
      <TrendingUp aria-hidden />
      <span className="visually-hidden">{m.menu_earnings()}</span>
      {earnings ? (
        <Money value={centavos(earnings.available + earnings.pending)} />
      ) : (
        <span className={styles.noBalance}>—</span>
      )}
    </ButtonLink>
  );
};

const SoundButton = () => {
  const audible = useAudible();
  return (
    <IconButton
      className={classNames(styles.wideOnly, styles.sound)}
      label={audible ? m.sounds_mute() : m.sounds_unmute()}
      icon={audible ? <Volume2 /> : <VolumeX />}
      aria-pressed={audible}
      onClick={() => toggleSounds(audible)}
    />
  );
};

export default function MemberActions({ user }: { user: User }) {
  const { profile } = user;
  // Specification section 2, side menu: no balance in the header while a request waits. The menu
  // leads to the wallet.
  const waiting = profile.producerStage === 'requested';
  return (
    <>
      <ChatsButton />
      {profile.producer && <EarningsLink />}
      {!waiting && <WalletButton className={profile.producer ? styles.wideOnly : undefined} />}
      {profile.producer && pageExists('/live') && (
        <ButtonLink to="/live" variant="live" small className={styles.onAir}>
          {m.go_live()}
        </ButtonLink>
      )}
      <SoundButton />
      <NotificationBell />
      <Link
        // Members have no public page; what others see of them is edited there.
        to={profile.producer ? `/${profile.domainName}` : '/settings/edit-profile'}
        viewTransition
        aria-label={profile.producer ? m.own_profile() : m.menu_edit_profile()}
        className={styles.me}
      >
        <Avatar
          name={profile.exibitionName}
          src={profile.profileMediaThumbs?.mdThumb ?? profile.profileImage}
          eager
        />
      </Link>
    </>
  );
}
