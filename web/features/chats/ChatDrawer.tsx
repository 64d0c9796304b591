// The conversations at the right side of any page. Source: specification section 2, chat drawer.
import { usePrefetchInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Drawer } from '../../ui/overlays/Drawer.tsx';
import { saveLastConversation, lastConversation } from './last-conversation.ts';
import { chatsQuery } from './queries.ts';
import { Conversation } from './conversation/Conversation.tsx';
import { ConversationList } from './conversations/ConversationList.tsx';
import { useSeenDot } from './use-unread.ts';
import styles from './chats.module.css';

export default function ChatDrawer({ onClose }: { onClose: () => void }) {
  const [slug, setSlug] = useState(lastConversation);
  useSeenDot();
  // The list is there when one goes back to it.
  usePrefetchInfiniteQuery(chatsQuery({ name: '', shown: 'all' }));
  const open = (conversation: string | null) => {
    saveLastConversation(conversation);
    setSlug(conversation);
  };
  // A link in the drawer leads to the page behind it.
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  useEffect(() => {
    if (pathname !== opened.current) onClose();
  }, [pathname, onClose]);
  return (
    <Drawer side="right" title={m.messages_title()} onClose={onClose} className={styles.drawer}>
      <div className={styles.inDrawer}>
        {slug === null ? (
          <ConversationList current={null} onOpen={open} />
        ) : (
          <Conversation key={slug} slug={slug} onBack={() => open(null)} />
        )}
      </div>
    </Drawer>
  );
}
