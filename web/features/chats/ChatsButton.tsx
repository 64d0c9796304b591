// The header's button MENSAGENS, which opens the drawer; on a phone it floats over the page.
import { MessageSquare } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
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
      <Floating unread={unread} open={open} onOpen={() => setOpen(true)} />
      {open && (
        <LateOverlay>
          <ChatDrawer onClose={close} />
        </LateOverlay>
      )}
    </>
  );
};

/**
 * First words of pages of forms, lists and figures, whose controls the floating button would cover;
 * the bar leads to the conversations there.
 */
const CROWDED = new Set([
  'account',
  'audience',
  'bank',
  'chats',
  'collections',
  'dsb',
  'earnings',
  'funds',
  'help',
  'lists',
  'live',
  'notifications',
  'options',
  'orders',
  'posts',
  'removal',
  'settings',
  'statistics',
  'wallet',
]);

/** A post's own page ends in the form of its comments. */
const isCrowded = (pathname: string): boolean => {
  const [, first = '', second] = pathname.split('/');
  return CROWDED.has(first) || second === 'posts' || second === 'live';
};

/** Whether the page was last moved down: what is read then lies under the button. */
const useReadsOn = (): boolean => {
  const [readsOn, setReadsOn] = useState(false);
  useEffect(() => {
    let before = window.scrollY;
    const onScroll = () => {
      setReadsOn(window.scrollY > before);
      before = window.scrollY;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return readsOn;
};

/** Outside of the header, whose blurred background would hold it. */
const Floating = ({
  unread,
  open,
  onOpen,
}: {
  unread: boolean;
  open: boolean;
  onOpen: () => void;
}) => {
  const { pathname } = useLocation();
  const readsOn = useReadsOn();
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  if (!mounted || isCrowded(pathname)) return null;
  return createPortal(
    <button
      type="button"
      className={classNames(styles.floating, unread && styles.unread, readsOn && styles.away)}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={onOpen}
    >
      <MessageSquare aria-hidden />
      <span className="visually-hidden">{m.messages_title()}</span>
      {unread && <Spoken />}
    </button>,
    document.body,
  );
};

/** The dot over the icon of another link to the conversations. */
export const UnreadChats = ({ className }: { className: string | undefined }) =>
  useUnreadChats() && (
    <span className={className}>
      <span className="visually-hidden">{m.messages_unread()}</span>
    </span>
  );
