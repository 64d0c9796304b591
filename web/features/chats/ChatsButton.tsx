// The header's button MENSAGENS, which opens the drawer; on a phone the bar leads to the page.
import { MessageSquare } from 'lucide-react';
import { useCallback, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { lazyPart } from '../../client/load-part.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LateOverlay } from '../../ui/overlays/LateOverlay.tsx';
import { useUnreadChats } from './use-unread.ts';
import styles from './ChatsButton.module.css';

const ChatDrawer = lazyPart(() => import('./ChatDrawer.tsx'));

const Spoken = () => <span className="visually-hidden">{m.messages_unread()}</span>;

export const ChatsButton = () => {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const unread = useUnreadChats();
  return (
    <>
      <Button
        small
        className={classNames(styles.button, unread && styles.unread)}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MessageSquare aria-hidden />
        <span className={styles.word}>{m.messages_title()}</span>
        {unread && <Spoken />}
      </Button>
      {open && (
        <LateOverlay>
          <ChatDrawer onClose={close} />
        </LateOverlay>
      )}
    </>
  );
};

/** The dot over the icon of another link to the conversations. */
export const UnreadChats = ({ className }: { className: string | undefined }) =>
  useUnreadChats() && (
    <span className={className}>
      <span className="visually-hidden">{m.messages_unread()}</span>
    </span>
  );
