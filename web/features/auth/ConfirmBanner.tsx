// Shown above every page until the account's email address is confirmed; put away for a day by whom
// it disturbs.
import { DAY_SECONDS } from '@camarim/contract/time';
import { useState } from 'react';
import { MailWarning, X } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { NoticeStrip } from '../../ui/display/Notice.tsx';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { preferenceCookie } from '../../client/preferences.ts';
import { useSession } from '../../client/session/session.ts';
import styles from './ConfirmBanner.module.css';
import { SendConfirmation } from './SendConfirmation.tsx';

export default function ConfirmBanner({ email }: { email: string }) {
  const { preferences } = useSession();
  const [away, setAway] = useState(preferences.confirmLater);
  if (away) return null;
  const putAway = () => {
    const secure = window.location.protocol === 'https:';
    document.cookie = preferenceCookie('confirmLater', '1', secure, DAY_SECONDS);
    setAway(true);
    // The button that had the focus is gone.
    document.getElementById('content')?.focus();
  };
  return (
    <NoticeStrip label={m.confirm_title()}>
      <MailWarning aria-hidden />
      {/* On a phone one line: the address is in the settings. */}
      <p className={styles.short}>{m.confirm_banner_short()}</p>
      <p className={styles.long}>
        {email === '' ? m.confirm_banner_none() : m.confirm_banner_text({ email })}
      </p>
      <SendConfirmation email={email} label={m.confirm_banner_again()} />
      <IconButton label={m.not_now()} icon={<X />} onClick={putAway} />
    </NoticeStrip>
  );
}
